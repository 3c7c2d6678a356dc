// Unified shared memory against mapping: as target-data, without a word about data.

#include "bt_body.hpp"
#include "bt_parts.hpp"

#pragma omp requires unified_shared_memory

void bt::right_hand_side(const cfd::Grid& grid, const double* u, const double* ri,
                         const double* forcing, double* rhs) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  #pragma omp target teams distribute parallel for collapse(3)
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const cfd::Grid here(n, dt);  // by value: nothing to map for
        double sum[5];
        cfd::operator_at(here, u, ri, k, j, i, sum);
        const long c = here.at(k, j, i);
        for (int m = 0; m < 5; ++m) rhs[m * points + c] = dt * (forcing[m * points + c] + sum[m]);
      }
}
