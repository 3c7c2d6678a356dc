// What a processor as device wants, the parts of omp: planes go to all threads of all teams.

#include "bt_parts.hpp"

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  const int n = grid.n;
  const long plane = grid.plane;
  const long points = grid.points;
  #pragma omp target teams distribute parallel for map(to : rhs[0 : 5 * points]) \
      map(tofrom : u[0 : 5 * points], ri[0 : points])
  for (int k = 0; k < n; ++k)
    for (int m = 0; m < 5; ++m) {
      const long c = m * points + k * plane;
      #pragma omp simd
      for (long p = 0; p < plane; ++p) u[c + p] += rhs[c + p];
      if (m > 0) continue;
      #pragma omp simd
      for (long p = 0; p < plane; ++p) ri[c + p] = 1.0 / u[c + p];
    }
}
