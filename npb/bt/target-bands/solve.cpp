// What a processor as device wants, the parts of omp: a work space for every plane of lines.

#include "bt_parts.hpp"
#include "bt_rows.hpp"

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  const long size = work_size(n);
  #pragma omp target teams distribute parallel for map(to : u[0 : 5 * points], ri[0 : points]) \
      map(tofrom : rhs[0 : 5 * points], work[0 : n * size])
  for (int a = 1; a < n - 1; ++a)
    solve_plane<axis>(cfd::padded({n, dt}), a, u, ri, rhs, work + a * size);
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
