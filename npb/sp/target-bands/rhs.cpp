// What a processor as device wants: rows to its threads, the points of a row to SIMD lanes.

#include "rows.hpp"
#include "sp_parts.hpp"

void sp::right_hand_side(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const double* u = f.u;
  const double* ri = f.ri;
  const double* forcing = f.forcing;
  const double* table = f.table;
  const int width = whole_vectors(n);
  double* rhs = f.rhs;

  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid)
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j) {
      const Reach y = reach<1>(grid, j);
      const Reach z = reach<2>(grid, k);
      #pragma omp simd
      for (int i = 0; i < width; ++i)
        right_hand_side_lane(grid, u, ri, forcing, table, grid.at(k, j, i), i, y, z, rhs);
    }
}
