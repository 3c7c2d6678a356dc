// What a CPU as device wants: lines of all planes to threads, eight points of a line at a time.

#include "lu_parts.hpp"
#include "rows.hpp"

void lu::residual(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  const double* f = fields.f;
  double* rsd = fields.rsd;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int h = 3; h <= 3 * m; ++h)
    for (int k = 1; k <= m; ++k) {
      const Layout here = *resident;
      const int first = h - k - m > 1 ? h - k - m : 1;
      const int last = h - k - 1 < m ? h - k - 1 : m;
      for (int j = first & ~7; j <= last; j += 8) {
        const long line = here.at(h - k - j, j, k);
        double values[5][8];
        #pragma omp simd
        for (int l = 0; l < 8; ++l) {
          double r[5];
          residual_at(here, u, ri, f, line + l, h - k - j - l, j + l, k, r);
          for (int p = 0; p < 5; ++p) values[p][l] = r[p];
        }
        store_inside(rsd + line, here.grid.points, j, first, last, values);
      }
    }
}
