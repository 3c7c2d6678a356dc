// Unified shared memory against mapping: as target-data, without a word about data.

#include "saxpy.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Saxpy::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = data.a;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
  }
  watch.stop();
}

template void Saxpy::run(const Class&, Data<float>&, league::Stopwatch&);
template void Saxpy::run(const Class&, Data<double>&, league::Stopwatch&);
