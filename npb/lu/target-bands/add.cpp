// What a CPU as device wants: lines of all planes to threads, the points of a line to SIMD lanes.

#include "lu_parts.hpp"

void lu::add(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  double* u = fields.u;
  double* ri = fields.ri;
  const double* rsd = fields.rsd;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int h = 3; h <= 3 * m; ++h)
    for (int k = 1; k <= m; ++k) {
      const long points = resident->grid.points;
      const long line = resident->at(h - k, 0, k);
      const int first = h - k - m > 1 ? h - k - m : 1;
      const int last = h - k - 1 < m ? h - k - 1 : m;
      #pragma omp simd
      for (int j = first; j <= last; ++j) add_at(points, rsd, u, ri, line + j);
    }
}
