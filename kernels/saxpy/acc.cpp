// The other directive model: as target-data, in OpenACC.

#include "saxpy.hpp"

template <typename Real>
void Saxpy::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = data.a;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma acc data copyin(x[0 : n]) copy(y[0 : n])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      #pragma acc parallel loop present(x[0 : n], y[0 : n])
      for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
    }
    watch.stop();
  }
}

template void Saxpy::run(const Class&, Data<float>&, league::Stopwatch&);
template void Saxpy::run(const Class&, Data<double>&, league::Stopwatch&);
