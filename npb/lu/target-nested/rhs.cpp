// Explicit levels against the combined construct: planes i + j + k to teams, the points of a plane
// to the threads of a team.

#include "lu_parts.hpp"

void lu::residual(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  const double* f = fields.f;
  double* rsd = fields.rsd;
  #pragma omp target teams distribute
  for (int h = 3; h <= 3 * m; ++h) {
    #pragma omp parallel for collapse(2)
    for (int k = 1; k <= m; ++k)
      for (int j = 1; j <= m; ++j) {
        const int i = h - k - j;
        if (i < 1 || i > m) continue;
        const Layout here = *resident;
        const long c = here.at(i, j, k);
        double r[5];
        residual_at(here, u, ri, f, c, i, j, k, r);
        for (int p = 0; p < 5; ++p) rsd[c + p * here.grid.points] = r[p];
      }
  }
}
