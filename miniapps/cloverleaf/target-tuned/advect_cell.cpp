// The best that directives allow: a sweep of the cells is one kernel; every flux is computed twice.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"

template <int axis>
void clover::advect_cells(const Grid& grid, double* f, int set, int sweep) {
  const Grid g = grid;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + axis; ++k)
    for (int j = 1; j <= g.nx + 1 - axis; ++j) advect_cell_at<axis>(g, f, set, sweep, j, k);
}

template void clover::advect_cells<0>(const Grid&, double*, int, int);
template void clover::advect_cells<1>(const Grid&, double*, int, int);
