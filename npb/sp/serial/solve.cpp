// What is computed: every line along an axis, one after the other.

#include <vector>

#include "sp_body.hpp"
#include "sp_parts.hpp"

template <int axis>
void sp::solve(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const long step = grid.stride<axis>();
  const long side = grid.stride<(axis == 0 ? 1 : 0)>();  // to the next line
  const long slab = grid.stride<(axis == 2 ? 1 : 2)>();  // to the next n lines
  std::vector<Wave<double>> waves(n);
  std::vector<Row<double>> rows(n + 1);  // two rows of zero, then rows 1 ... n - 2 of a line

  for (int s = 1; s < n - 1; ++s)
    for (int l = 1; l < n - 1; ++l) {
      const long line = s * slab + l * side;
      for (int p = 0; p < n; ++p) {
        const long c = line + p * step;
        waves[p] = wave<axis>(grid, load_five<double>(f.u + c, grid.points), f.ri[c]);
      }
      for (int p = 1; p < n - 1; ++p)
        rows[p + 1] = eliminate(smoothing(grid, p), waves[p - 1], waves[p], waves[p + 1],
                                load_five<double>(f.rhs + line + p * step, grid.points),
                                rows[p - 1], rows[p]);
      Five<double> next{};
      Five<double> second{};
      for (int p = n - 2; p > 0; --p) {
        const Five<double> r = substitute(rows[p + 1], next, second);
        finish<axis>(grid, line + p * step, r, f.u, f.ri, f.rhs);
        second = next;
        next = r;
      }
    }
}

template void sp::solve<0>(cfd::Grid, Fields);
template void sp::solve<1>(cfd::Grid, Fields);
template void sp::solve<2>(cfd::Grid, Fields);
