// The best that clauses and a team's memory do for a GPU: a thread for each point.

#include "bt_body.hpp"
#include "bt_parts.hpp"

void bt::right_hand_side(const cfd::Grid& grid, const double* u, const double* ri,
                         const double* forcing, double* rhs) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  const int inner = n - 2;
  const int all = inner * inner * inner;
  // One index of 32 bits: collapse() would divide those of 64 bits.  More than 150 registers a
  // thread: teams of 128 fill a multiprocessor better than larger ones.
  #pragma omp target teams distribute parallel for thread_limit(128)       \
      map(to : u[0 : 5 * points], ri[0 : points], forcing[0 : 5 * points]) \
      map(tofrom : rhs[0 : 5 * points])
  for (int q = 0; q < all; ++q) {
    const cfd::Grid here(n, dt);  // by value: nothing to map for
    const int row = q / inner;
    const int i = 1 + q % inner;
    const int j = 1 + row % inner;
    const int k = 1 + row / inner;
    double sum[5];
    cfd::operator_at(here, u, ri, k, j, i, sum);
    const long c = here.at(k, j, i);
    for (int m = 0; m < 5; ++m) rhs[m * points + c] = dt * (forcing[m * points + c] + sum[m]);
  }
}
