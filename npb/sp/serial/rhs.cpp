// What is computed: the right-hand side, point by point.

#include "sp_body.hpp"
#include "sp_parts.hpp"

void sp::right_hand_side(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i)
        store_five(f.rhs + grid.at(k, j, i), grid.points,
                   right_hand_side_at(grid, f.u, f.ri, f.forcing, k, j, i));
}
