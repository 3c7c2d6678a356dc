// How well does the compiler map `loop`: points of the right-hand side, lines of a solve.

#include "sp_body.hpp"
#include "sp_parts.hpp"

template <int axis>
void sp::solve(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const long side = grid.stride<(axis == 0 ? 1 : 0)>();  // to the next line
  const long slab = grid.stride<(axis == 2 ? 1 : 2)>();  // to the next n lines
  const long lines = long(n) * n;
  double* u = f.u;
  double* ri = f.ri;
  double* rhs = f.rhs;
  double* upper = f.lines;

  #pragma omp target teams loop collapse(2) firstprivate(grid)
  for (int s = 1; s < n - 1; ++s)
    for (int l = 1; l < n - 1; ++l)
      solve_line<axis>(grid, s * slab + l * side, u, ri, rhs, upper + s * n + l, lines);
}

template void sp::solve<0>(cfd::Grid, Fields);
template void sp::solve<1>(cfd::Grid, Fields);
template void sp::solve<2>(cfd::Grid, Fields);
