// Unified shared memory against mapping: as target-data, without a word about data.

#include <utility>

#include "laplacian.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Laplacian::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int line = n + 1;
  const int plane = line * line;
  Real* u = data.u.data();
  Real* v = data.v.data();

  watch.start();
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
    #pragma omp target teams distribute parallel for collapse(3)
    for (int i = 1; i < n; ++i)
      for (int j = 1; j < n; ++j)
        for (int k = 1; k < n; ++k) {
          const int c = i * plane + j * line + k;
          const Real sum =
              u[c - plane] + u[c + plane] + u[c - line] + u[c + line] + u[c - 1] + u[c + 1];
          v[c] = (sum - 6 * u[c]) / 8;
        }
    std::swap(u, v);
  }
  watch.stop();
}

template void Laplacian::run(const Class&, Data<float>&, league::Stopwatch&);
template void Laplacian::run(const Class&, Data<double>&, league::Stopwatch&);
