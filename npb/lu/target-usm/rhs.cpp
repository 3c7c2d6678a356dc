// Unified shared memory against mapping: as target-data, without a word about data.

#include "lu_parts.hpp"

#pragma omp requires unified_shared_memory

void lu::residual(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  const double* f = fields.f;
  double* rsd = fields.rsd;
  #pragma omp target teams distribute parallel for collapse(3)
  for (int k = 1; k <= m; ++k)
    for (int t = 0; t < m; ++t)
      for (int j = 1; j <= m; ++j) {
        const Layout here = *resident;
        const int i = on_diagonal(m, t, j);
        const long c = here.at(i, j, k);
        double r[5];
        residual_at(here, u, ri, f, c, i, j, k, r);
        for (int p = 0; p < 5; ++p) rsd[c + p * here.grid.points] = r[p];
      }
}
