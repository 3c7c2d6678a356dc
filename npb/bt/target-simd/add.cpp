// What the third level is mapped to: planes to teams, rows to threads, points to SIMD lanes.

#include "bt_parts.hpp"

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  const int n = grid.n;
  const long plane = grid.plane;
  const long points = grid.points;
  #pragma omp target teams distribute map(to : rhs[0 : 5 * points]) \
      map(tofrom : u[0 : 5 * points], ri[0 : points])
  for (int k = 0; k < n; ++k) {
    #pragma omp parallel for
    for (int j = 0; j < n; ++j) {
      const long begin = k * plane + j * n;
      #pragma omp simd
      for (long c = begin; c < begin + n; ++c) {
        for (int m = 0; m < 5; ++m) u[m * points + c] += rhs[m * points + c];
        ri[c] = 1.0 / u[c];
      }
    }
  }
}
