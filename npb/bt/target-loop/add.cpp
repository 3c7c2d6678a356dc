// How well the compiler maps `loop`: the levels are left to it.

#include "bt_parts.hpp"

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  const long points = grid.points;
  #pragma omp target teams loop map(to : rhs[0 : 5 * points]) \
      map(tofrom : u[0 : 5 * points], ri[0 : points])
  for (long c = 0; c < points; ++c) {
    for (int m = 0; m < 5; ++m) u[m * points + c] += rhs[m * points + c];
    ri[c] = 1.0 / u[c];
  }
}
