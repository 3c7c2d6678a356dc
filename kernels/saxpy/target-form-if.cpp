// What a form of the directive makes of the loop: as target-form-parallel-simd, in a region that a
// variable sends to the device, and two directives.

#include "saxpy.hpp"

template <typename Real>
void Saxpy::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = data.a;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  const bool offload = n > 0;  // a program would ask whether the loop is long enough

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      #pragma omp target if (offload)
      #pragma omp parallel for simd
      for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
    }
    watch.stop();
  }
}

template void Saxpy::run(const Class&, Data<float>&, league::Stopwatch&);
template void Saxpy::run(const Class&, Data<double>&, league::Stopwatch&);
