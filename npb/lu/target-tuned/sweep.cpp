// The best clauses can do: tiles of a few planes and lines, a team for each tile of a diagonal, a
// barrier behind each plane.  A tenth of the kernels that one for each plane would be.

#include <omp.h>

#include <algorithm>

#include "lu_parts.hpp"
#include "rows.hpp"

template <int side>
void lu::sweep(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Tiles tiles = tiles_of(m);
  const int lines = tiles.lines, planes = tiles.planes;
  const Layout* resident = &layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  double* rsd = fields.rsd;
  const int last = tiles.blocks + tiles.slabs - 2;
  for (int diagonal = 0; diagonal <= last; ++diagonal) {
    const int wave = turn<side>(diagonal, 0, last);
    // Slabs that have a block of planes in this wave.
    const int begin = std::max(0, wave - tiles.blocks + 1);
    const int end = std::min(tiles.slabs, wave + 1);
    #pragma omp target teams num_teams(end - begin) thread_limit(256)
    #pragma omp parallel
    for (int slab = begin + omp_get_team_num(); slab < end; slab += omp_get_num_teams()) {
      const int from = 1 + slab * lines;
      const int to = from + lines < m + 1 ? from + lines : m + 1;
      const int low = 3 + (wave - slab) * planes;
      const int high = low + planes < 3 * m + 1 ? low + planes : 3 * m + 1;
      const Layout here = *resident;
      for (int plane = low; plane < high; ++plane) {
        const int h = turn<side>(plane, low, high - 1);
        const int threads = omp_get_num_threads();
        for (int point = omp_get_thread_num(); point < (to - from) * m; point += threads) {
          const int k = from + point / m, j = 1 + point % m, i = h - k - j;
          if (i < 1 || i > m) continue;
          const long c = here.at(i, j, k);
          double w[5];
          sweep_at<side>(here, u, ri, rsd, c, w);
          for (int p = 0; p < 5; ++p) rsd[c + p * here.grid.points] = w[p];
        }
        #pragma omp barrier
      }
    }
  }
}

template void lu::sweep<lu::lower>(const Layout&, const Fields&);
template void lu::sweep<lu::upper>(const Layout&, const Fields&);
