// Unified shared memory against mapping: as target-data, without a word about data.

#include <utility>

#include "heat.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Heat::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real weight = r;
  Real* u = data.u.data();
  Real* v = data.v.data();

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    #pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const int c = i * n + j;
        const Real up = i > 0 ? u[c - n] : 0;
        const Real down = i < n - 1 ? u[c + n] : 0;
        const Real left = j > 0 ? u[c - 1] : 0;
        const Real right = j < n - 1 ? u[c + 1] : 0;
        v[c] = u[c] + weight * (up + down + left + right - 4 * u[c]);
      }
    std::swap(u, v);
  }
  watch.stop();
}

template void Heat::run(const Class&, Data<float>&, league::Stopwatch&);
template void Heat::run(const Class&, Data<double>&, league::Stopwatch&);
