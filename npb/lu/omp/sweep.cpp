// What do the SIMD lanes of a host make of it: tiles of some planes and lines as tasks in their
// order, eight neighbours of a line at once.

#include <omp.h>

#include <algorithm>
#include <vector>

#include "lu_parts.hpp"
#include "rows.hpp"

template <int side>
void lu::sweep(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Tiles tiles = tiles_of(m, omp_get_num_threads());
  // A tile needs the one with the planes before its own and the one with the lines before; it names
  // itself and these by a byte that nobody reads.  Tasks, not barriers: a thread that is kept
  // waiting for a processor delays the others by no more than the tile it is at.
  std::vector<char> names(std::size_t(tiles.slabs + 1) * std::size_t(tiles.blocks + 1));
  char* name = names.data();  // NOLINT(clang-analyzer-deadcode.DeadStores): for depend
  const int across = tiles.blocks + 1;
  for (int row = 0; row < tiles.slabs; ++row)
    for (int column = 0; column < tiles.blocks; ++column) {
      const int slab = turn<side>(row, 0, tiles.slabs - 1);
      const int block = turn<side>(column, 0, tiles.blocks - 1);
      // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): for depend
      const int self = (row + 1) * across + column + 1;
      #pragma omp task if (worth_sharing(m)) depend(in : name[self - 1], name[self - across]) \
          depend(out : name[self])
      {
        const int begin = 1 + slab * tiles.lines;
        const int end = std::min(begin + tiles.lines, m + 1);
        const int low = std::max(3 + block * tiles.planes, begin + 2);
        const int high = std::min(3 + (block + 1) * tiles.planes, end + 2 * m);
        for (int plane = low; plane < high; ++plane) {
          const int h = turn<side>(plane, low, high - 1);
          for (int k = std::max(begin, h - 2 * m); k < std::min(end, h - 1); ++k) {
            const int first = std::max(1, h - k - m);
            const int last = std::min(m, h - k - 1);
            const long line = layout.at(h - k, 0, k);
            for (int j = first & ~7; j <= last; j += 8) {
              Lanes w[5];
              sweep_at<side>(layout, fields.u, fields.ri, fields.rsd, line + j, w);
              store_inside(fields.rsd + line + j, layout.grid.points, up_from(j), first, last, w);
            }
          }
        }
      }
    }
  #pragma omp taskwait
}

template void lu::sweep<lu::lower>(const Layout&, const Fields&);
template void lu::sweep<lu::upper>(const Layout&, const Fields&);
