// What the host does with the same source: planes to threads, eight lines at a time.

#include <omp.h>

#include "bt_parts.hpp"
#include "bt_rows.hpp"

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  double* const own = work + omp_get_thread_num() * work_size(grid.n);
  #pragma omp for
  for (int a = 1; a < grid.n - 1; ++a) solve_plane<axis>(grid, a, u, ri, rhs, own);
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
