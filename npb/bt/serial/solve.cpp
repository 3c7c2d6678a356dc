// What is computed: the block tridiagonal systems along an axis, one line after the other.

#include "bt_body.hpp"
#include "bt_parts.hpp"

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  const long outer = grid.stride<outer_axis<axis>>();
  const long inner = grid.stride<inner_axis<axis>>();
  for (int a = 1; a < grid.n - 1; ++a)
    for (int b = 1; b < grid.n - 1; ++b) {
      const long c = a * outer + b * inner;
      solve_line<axis, double>(
          grid, {u + c, ri + c, rhs + c, work, grid.stride<axis>(), grid.points, 25, 1});
    }
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
