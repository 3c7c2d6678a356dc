// The best that directives allow: a sweep of both velocities is one kernel; masses and momenta at
// the neighbours are computed where they are needed.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"

template <int axis>
void clover::advect_momentum(const Grid& grid, double* f, int set, int sweep) {
  const Grid g = grid;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k)
    for (int j = 1; j <= g.nx + 1; ++j) advect_vertex_at<axis>(g, f, set, sweep, j, k);
}

template void clover::advect_momentum<0>(const Grid&, double*, int, int);
template void clover::advect_momentum<1>(const Grid&, double*, int, int);
