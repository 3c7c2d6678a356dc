// The vendor reference: a sweep of both velocities is one kernel; masses and momenta at the
// neighbours are computed where they are needed.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"
#include "launch.cuh"

namespace {

using namespace clover;

template <int axis>
__global__ void __launch_bounds__(threads) vertices(Grid g, double* f, int set, int sweep) {
  const int j = my_column();
  const int k = my_row();
  if (j <= g.nx + 1 && k <= g.ny + 1) advect_vertex_at<axis>(g, f, set, sweep, j, k);
}

}  // namespace

template <int axis>
void clover::advect_momentum(const Grid& g, double* f, int set, int sweep) {
  vertices<axis><<<blocks_for(g.nx + 1, g.ny + 1), block_shape()>>>(g, f, set, sweep);
  league::demand_launched();
}

template void clover::advect_momentum<0>(const Grid&, double*, int, int);
template void clover::advect_momentum<1>(const Grid&, double*, int, int);
