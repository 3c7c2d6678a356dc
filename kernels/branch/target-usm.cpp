// Unified shared memory against mapping: as target-data, without a word about data.

#include "branch.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Branch::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  #pragma omp target teams distribute parallel for
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

template void Branch::run(const Class&, Data<float>&, league::Stopwatch&);
template void Branch::run(const Class&, Data<double>&, league::Stopwatch&);
