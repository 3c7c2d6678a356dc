// Unified shared memory against mapping: as target-data, without a word about data.

#include "bt_parts.hpp"

#pragma omp requires unified_shared_memory

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  const long points = grid.points;
  #pragma omp target teams distribute parallel for
  for (long c = 0; c < points; ++c) {
    for (int m = 0; m < 5; ++m) u[m * points + c] += rhs[m * points + c];
    ri[c] = 1.0 / u[c];
  }
}
