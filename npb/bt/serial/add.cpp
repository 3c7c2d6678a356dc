// What is computed: the state after a step.

#include "bt_parts.hpp"

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  for (long c = 0; c < grid.points; ++c) {
    for (int m = 0; m < 5; ++m) u[m * grid.points + c] += rhs[m * grid.points + c];
    ri[c] = 1.0 / u[c];
  }
}
