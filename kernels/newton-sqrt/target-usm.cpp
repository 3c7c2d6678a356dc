// Unified shared memory against mapping: as target-data, without a word about data.

#include "newton-sqrt.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void NewtonSqrt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real start = data.start;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
    Real root = start;
    for (int step = 0; step < steps; ++step) root = (root + x[i] / root) / 2;
    y[i] = root;
  }
  watch.stop();
}

template void NewtonSqrt::run(const Class&, Data<float>&, league::Stopwatch&);
template void NewtonSqrt::run(const Class&, Data<double>&, league::Stopwatch&);
