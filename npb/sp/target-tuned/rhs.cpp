// The best that clauses and a team's memory do for a GPU: a thread for each point.

#include "sp_body.hpp"
#include "sp_parts.hpp"

void sp::right_hand_side(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const double dt = grid.dt;
  const int inner = n - 2;
  const int all = inner * inner * inner;
  const double* u = f.u;
  const double* ri = f.ri;
  const double* forcing = f.forcing;
  double* rhs = f.rhs;

  // One index of 32 bits: collapse() would divide those of 64 bits.  Some 150 registers a thread:
  // teams of 128 fill a multiprocessor better than larger ones do.
  #pragma omp target teams distribute parallel for thread_limit(128)
  for (int q = 0; q < all; ++q) {
    const cfd::Grid here(n, dt);  // two scalars go to the device, no structure
    const int row = q / inner;
    const int i = 1 + q % inner;
    const int j = 1 + row % inner;
    const int k = 1 + row / inner;
    store_five(rhs + here.at(k, j, i), here.points,
               right_hand_side_at(here, u, ri, forcing, k, j, i));
  }
}
