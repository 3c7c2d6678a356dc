// The vendor reference: a sweep of the cells is one kernel; every flux is computed twice.

#include "cloverleaf_fused.hpp"
#include "cloverleaf_parts.hpp"
#include "launch.cuh"

namespace {

using namespace clover;

template <int axis>
__global__ void cells(Grid g, double* f, int set, int sweep) {
  const int j = my_column();
  const int k = my_row();
  if (j <= g.nx + 1 - axis && k <= g.ny + axis) advect_cell_at<axis>(g, f, set, sweep, j, k);
}

}  // namespace

template <int axis>
void clover::advect_cells(const Grid& g, double* f, int set, int sweep) {
  cells<axis><<<blocks_for(g.nx + 1 - axis, g.ny + axis), block_shape()>>>(g, f, set, sweep);
  league::demand_launched();
}

template void clover::advect_cells<0>(const Grid&, double*, int, int);
template void clover::advect_cells<1>(const Grid&, double*, int, int);
