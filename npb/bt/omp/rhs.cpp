// What the host does with the same source: blocks of rows to threads, eight points at a time.

#include "bt_parts.hpp"
#include "bt_rows.hpp"

void bt::right_hand_side(const cfd::Grid& grid, const double* u, const double* ri,
                         const double* forcing, double* rhs) {
  // Every point needs rows of five planes.  Sixteen rows of so many planes stay in a cache of a
  // megabyte while a thread goes from plane to plane; whole planes do not.
  constexpr int rows = 16;
  #pragma omp for collapse(2)
  for (int first = 1; first < grid.n - 1; first += rows)
    for (int k = 1; k < grid.n - 1; ++k) {
      const int end = first + rows < grid.n - 1 ? first + rows : grid.n - 1;
      right_hand_side_rows(grid, k, first, end, u, ri, forcing, rhs);
    }
}
