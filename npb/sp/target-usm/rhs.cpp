// Unified shared memory against mapping: as target-data, without a word about data.

#include "sp_body.hpp"
#include "sp_parts.hpp"

#pragma omp requires unified_shared_memory

void sp::right_hand_side(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const double dt = grid.dt;
  const double* u = f.u;
  const double* ri = f.ri;
  const double* forcing = f.forcing;
  double* rhs = f.rhs;

  #pragma omp target teams distribute parallel for collapse(3)
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const cfd::Grid here(n, dt);  // two scalars go to the device, no structure
        store_five(rhs + here.at(k, j, i), here.points,
                   right_hand_side_at(here, u, ri, forcing, k, j, i));
      }
}
