// Unified shared memory against mapping: as target-data, without a word about data.

#include "fma.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Fma::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real up = data.up;
  const Real rise = data.rise;
  const Real down = data.down;
  const Real fall = data.fall;
  Real* x = data.x.data();

  watch.start();
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) {
      Real value = x[i];
      for (int step = 0; step < steps; ++step) {
        value = up * value + rise;
        value = down * value + fall;
      }
      x[i] = value;
    }
  }
  watch.stop();
}

template void Fma::run(const Class&, Data<float>&, league::Stopwatch&);
template void Fma::run(const Class&, Data<double>&, league::Stopwatch&);
