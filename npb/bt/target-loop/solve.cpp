// How well the compiler maps `loop`: the levels are left to it.

#include "bt_body.hpp"
#include "bt_parts.hpp"

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  #pragma omp target teams loop collapse(2) map(to : u[0 : 5 * points], ri[0 : points]) \
      map(tofrom : rhs[0 : 5 * points], work[0 : 25 * points])
  for (int a = 1; a < n - 1; ++a)
    for (int b = 1; b < n - 1; ++b) {
      const cfd::Grid here(n, dt);
      solve_line<axis, double>(here, line_at<axis>(here, a, b, u, ri, rhs, work));
    }
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
