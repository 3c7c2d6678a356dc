// What the host does with the same source: rows to threads, points of a row to SIMD lanes.

#include "bt_parts.hpp"

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  #pragma omp for
  for (int k = 0; k < grid.n; ++k)
    for (int m = 0; m < 5; ++m) {
      const long c = m * grid.points + grid.at(k, 0, 0);
      #pragma omp simd
      for (long p = 0; p < grid.plane; ++p) u[c + p] += rhs[c + p];
      if (m > 0) continue;
      #pragma omp simd
      for (long p = 0; p < grid.plane; ++p) ri[c + p] = 1.0 / u[c + p];
    }
}
