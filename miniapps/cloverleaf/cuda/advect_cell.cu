// The vendor reference: a sweep of the cells is one kernel; a block keeps the fluxes through all
// its faces, and computes only those at its edge that the next one computes as well.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"
#include "launch.cuh"

namespace {

using namespace clover;

template <int axis>
__global__ void __launch_bounds__(threads) cells(Grid g, double* f, int set, int sweep) {
  constexpr int columns = lanes + 1 - axis;
  constexpr int rows = lines + axis;
  __shared__ CellFlux through[rows][columns];  // the lower face of each cell, one more at the end
  for (int i = my_thread(); i < rows * columns; i += threads) {
    const int j = first_column() + i % columns;
    const int k = first_row() + i / columns;
    if (j <= g.nx + 1 - axis && k <= g.ny + axis)
      through[i / columns][i % columns] = cell_flux_at<axis>(g, f, set, sweep, g.at(j, k));
  }
  __syncthreads();
  const int j = my_column();
  const int k = my_row();
  if (j > g.nx + 1 - axis || k > g.ny + axis) return;
  const int next = 1 - set;
  const CellFlux in = through[threadIdx.y][threadIdx.x];
  store(g, f + (axis == 0 ? mass_flux_x : mass_flux_y) * g.size,
        axis == 0 ? xface_kind : yface_kind, j, k, in.mass);
  if (j > g.nx || k > g.ny) return;
  const CellFlux out = through[threadIdx.y + axis][threadIdx.x + 1 - axis];
  const Gas gas = advected<axis>(g, f, set, sweep, g.at(j, k), in, out);
  store(g, f + (density + next) * g.size, at_cell, j, k, gas.rho);
  store(g, f + (energy + next) * g.size, at_cell, j, k, gas.e);
}

}  // namespace

template <int axis>
void clover::advect_cells(const Grid& g, double* f, int set, int sweep) {
  cells<axis><<<blocks_for(g.nx + 1 - axis, g.ny + axis), block_shape()>>>(g, f, set, sweep);
  league::demand_launched();
}

template void clover::advect_cells<0>(const Grid&, double*, int, int);
template void clover::advect_cells<1>(const Grid&, double*, int, int);
