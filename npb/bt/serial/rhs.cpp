// What is computed: the right-hand side of a step.

#include "bt_body.hpp"
#include "bt_parts.hpp"

void bt::right_hand_side(const cfd::Grid& grid, const double* u, const double* ri,
                         const double* forcing, double* rhs) {
  for (int k = 1; k < grid.n - 1; ++k)
    for (int j = 1; j < grid.n - 1; ++j)
      for (int i = 1; i < grid.n - 1; ++i) {
        double sum[5];
        cfd::operator_at(grid, u, ri, k, j, i, sum);
        const long c = grid.at(k, j, i);
        for (int m = 0; m < 5; ++m)
          rhs[m * grid.points + c] = grid.dt * (forcing[m * grid.points + c] + sum[m]);
      }
}
