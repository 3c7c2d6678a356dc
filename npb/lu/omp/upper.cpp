// What do the lanes of a host make of it: the tiles of the lower sweep, from the
// last to the first.

#include <omp.h>

#include <algorithm>
#include <vector>

#include "../lu_lanes.hpp"
#include "../lu_parts.hpp"

void lu::upper_sweep(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Tiles tiles = tiles_of(m, omp_get_num_threads());
  // A tile needs the one with later planes and the one with higher lines; it names itself and these
  // by a byte that nobody reads.  Tasks, not barriers: a thread that is kept waiting for a
  // processor delays the others by no more than the tile it is at.
  std::vector<char> names(std::size_t(tiles.slabs + 1) * std::size_t(tiles.blocks + 1));
  char* name = names.data();  // NOLINT(clang-analyzer-deadcode.DeadStores): for depend
  const int across = tiles.blocks + 1;
  for (int slab = tiles.slabs - 1; slab >= 0; --slab)
    for (int block = tiles.blocks - 1; block >= 0; --block) {
      // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): for depend
      const int self = slab * across + block;
      #pragma omp task if (worth_sharing(m)) depend(in : name[self + 1], name[self + across]) \
          depend(out : name[self])
      {
        const int begin = 1 + slab * tiles.lines;
        const int end = std::min(begin + tiles.lines, m + 1);
        const int low = std::max(3 + block * tiles.planes, begin + 2);
        const int high = std::min(3 + (block + 1) * tiles.planes, end + 2 * m);
        for (int h = high - 1; h >= low; --h)
          for (int k = std::max(begin, h - 2 * m); k < std::min(end, h - 1); ++k) {
            const int first = std::max(1, h - k - m);
            const int last = std::min(m, h - k - 1);
            const long line = layout.at(h - k, 0, k);
            for (int j = first & ~7; j <= last; j += 8) {
              Lanes w[5];
              upper_at(layout, fields.u, fields.ri, fields.rsd, line + j, w);
              store_inside(fields.rsd + line + j, layout.grid.points, up_from(j), first, last, w);
            }
          }
      }
    }
  #pragma omp taskwait
}
