// The best that clauses allow on a GPU: one thread a point, one thread a line, small teams for the
// few lines there are.

#include "sp_body.hpp"
#include "sp_parts.hpp"

void sp::right_hand_side(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const double* u = f.u;
  const double* ri = f.ri;
  const double* forcing = f.forcing;
  double* rhs = f.rhs;

  // Some 150 registers a thread: teams of 128 fill a multiprocessor better than larger ones do.
  #pragma omp target teams distribute parallel for collapse(3) firstprivate(grid) thread_limit(128)
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i)
        store_five(rhs + grid.at(k, j, i), grid.points,
                   right_hand_side_at(grid, u, ri, forcing, k, j, i));
}
