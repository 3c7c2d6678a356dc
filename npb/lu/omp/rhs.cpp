// What do the SIMD lanes of a host make of it: slabs of lines as tasks, plane by plane, eight
// neighbours of a line at once.

#include <omp.h>

#include <algorithm>

#include "lu_parts.hpp"
#include "rows.hpp"

void lu::residual(const Layout& layout, const Fields& fields) {
  const cfd::Grid& grid = layout.grid;
  const int m = grid.n - 2;
  // Slabs of at most eight lines: five planes of one stay in the cache of a core.
  const int threads = omp_get_num_threads();
  const int slabs = threads * ((m + 8 * threads - 1) / (8 * threads));
  #pragma omp taskloop grainsize(1) if (worth_sharing(m))
  for (int slab = 0; slab < slabs; ++slab) {
    const int begin = 1 + m * slab / slabs;
    const int end = 1 + m * (slab + 1) / slabs;
    for (int h = begin + 2; h < end + 2 * m; ++h)
      for (int k = std::max(begin, h - 2 * m); k < std::min(end, h - 1); ++k) {
        const int first = std::max(1, h - k - m);
        const int last = std::min(m, h - k - 1);
        const long line = layout.at(h - k, 0, k);
        for (int j = first & ~7; j <= last; j += 8) {
          const Stencil<Lanes> stencil{weights<0>(grid, down_from(h - k - j)),
                                       weights<1>(grid, up_from(j)), cfd::weights<2>(grid, k)};
          Lanes r[5];
          residual_at(layout, fields.u, fields.ri, fields.f, line + j, stencil, r);
          store_inside(fields.rsd + line + j, grid.points, up_from(j), first, last, r);
        }
      }
  }
}
