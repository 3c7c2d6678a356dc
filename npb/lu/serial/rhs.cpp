// What is computed: the residual, time step times (L(U) + forcing), point by point.

#include "lu_parts.hpp"

void lu::residual(const Layout& layout, const Fields& fields) {
  const int n = layout.grid.n;
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const long c = layout.at(i, j, k);
        double r[5];
        residual_at(layout, fields.u, fields.ri, fields.f, c, i, j, k, r);
        for (int m = 0; m < 5; ++m) fields.rsd[c + m * layout.grid.points] = r[m];
      }
}
