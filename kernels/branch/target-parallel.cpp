// What threads alone reach: as target-data, without teams; one works.

#include "branch.hpp"

template <typename Real>
void Branch::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : x[0 : n]) map(from : y[0 : n])
  {
    watch.start();
    #pragma omp target parallel for
    for (int i = 0; i < n; ++i) {
      Real value = x[i];
      if (value >= 0)
        for (int step = 0; step < steps; ++step) value = (value * 2 + 4) / 2 - 1;
      else
        for (int step = 0; step < steps; ++step) value = ((value / 2 + 3) / 2 - 2) * 4 + 1;
      y[i] = value;
    }
    watch.stop();
  }
}

template void Branch::run(const Class&, Data<float>&, league::Stopwatch&);
template void Branch::run(const Class&, Data<double>&, league::Stopwatch&);
