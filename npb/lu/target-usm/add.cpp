// Unified shared memory against mapping: as target-data, without a word about data.

#include "lu_parts.hpp"

#pragma omp requires unified_shared_memory

void lu::add(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  double* u = fields.u;
  double* ri = fields.ri;
  const double* rsd = fields.rsd;
  #pragma omp target teams distribute parallel for collapse(3)
  for (int k = 1; k <= m; ++k)
    for (int t = 0; t < m; ++t)
      for (int j = 1; j <= m; ++j)
        add_at(resident->grid.points, rsd, u, ri, resident->at(on_diagonal(m, t, j), j, k));
}
