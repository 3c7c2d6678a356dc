// Unified shared memory against mapping: as target-data, without a word about data.

#include <utility>

#include "heat-tutorial.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void HeatTutorial::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  const Real r = weight(cls);
  const Real here = 1 - 4 * r;
  Real* u = data.u.data();
  Real* v = data.v.data();

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    #pragma omp target teams distribute parallel for simd collapse(2)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const int c = i + j * n;
        const Real right = i < n - 1 ? u[c + 1] : 0;
        const Real left = i > 0 ? u[c - 1] : 0;
        const Real above = j < n - 1 ? u[c + n] : 0;
        const Real below = j > 0 ? u[c - n] : 0;
        v[c] = here * u[c] + r * right + r * left + r * above + r * below;
      }
    std::swap(u, v);
  }
  watch.stop();
}

template void HeatTutorial::run(const Class&, Data<double>&, league::Stopwatch&);
