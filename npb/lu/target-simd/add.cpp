// As target-data, the points offered to SIMD lanes as well.

#include "lu_parts.hpp"

void lu::add(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  double* u = fields.u;
  double* ri = fields.ri;
  const double* rsd = fields.rsd;
  #pragma omp target teams distribute parallel for simd collapse(3)
  for (int k = 1; k <= m; ++k)
    for (int t = 0; t < m; ++t)
      for (int j = 1; j <= m; ++j)
        add_at(resident->grid.points, rsd, u, ri, resident->at(on_diagonal(m, t, j), j, k));
}
