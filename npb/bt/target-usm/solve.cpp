// Unified shared memory against mapping: as target-data, without a word about data.

#include "bt_body.hpp"
#include "bt_parts.hpp"

#pragma omp requires unified_shared_memory

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int a = 1; a < n - 1; ++a)
    for (int b = 1; b < n - 1; ++b) {
      const cfd::Grid here(n, dt);
      solve_line<axis, double>(here, line_at<axis>(here, a, b, u, ri, rhs, work));
    }
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
