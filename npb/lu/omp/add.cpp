// What do the SIMD lanes of a host make of it: lines as tasks, points of a line to lanes.

#include <algorithm>

#include "lu_parts.hpp"
#include "rows.hpp"

void lu::add(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const long points = layout.grid.points;
  #pragma omp taskloop grainsize(4) if (worth_sharing(m))
  for (int k = 1; k <= m; ++k)
    for (int h = k + 2; h <= k + 2 * m; ++h) {
      const long line = layout.at(h - k, 0, k);
      const int first = std::max(1, h - k - m);
      const int last = std::min(m, h - k - 1);
      #pragma omp simd
      for (int j = first; j <= last; ++j) add_at(points, fields.rsd, fields.u, fields.ri, line + j);
    }
}
