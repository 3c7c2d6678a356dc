// Explicit levels against the combined construct: planes to teams, their points to the threads.

#include "lu_parts.hpp"

void lu::add(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  double* u = fields.u;
  double* ri = fields.ri;
  const double* rsd = fields.rsd;
  #pragma omp target teams distribute
  for (int h = 3; h <= 3 * m; ++h) {
    #pragma omp parallel for collapse(2)
    for (int k = 1; k <= m; ++k)
      for (int j = 1; j <= m; ++j) {
        const int i = h - k - j;
        if (i >= 1 && i <= m) add_at(resident->grid.points, rsd, u, ri, resident->at(i, j, k));
      }
  }
}
