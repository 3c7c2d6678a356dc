// The vendor reference: one kernel, a thread per point; the result is written with x and y
// exchanged.

#include "bt_body.hpp"
#include "bt_parts.hpp"
#include "fields.cuh"

namespace {

using bt::high;
using bt::tile;

constexpr int rows = 8;  // a block has 256 threads; each takes every eighth row of a tile

// A block computes the points of one tile of a plane.  Their right-hand sides go through shared
// memory, since the solution along x wants lines, not rows, side by side.
__global__ void __launch_bounds__(tile* rows, 2)
    points_of_tile(cfd::Grid grid, const double* __restrict__ u, const double* __restrict__ ri,
                   const double* __restrict__ forcing, double* __restrict__ exchanged) {
  __shared__ double sums[5][high][tile + 1];
  const int k = 1 + int(blockIdx.z);
  const int first_i = 1 + int(blockIdx.x) * tile;
  const int first_j = 1 + int(blockIdx.y) * high;
  const int lane = int(threadIdx.x);
  for (int row = int(threadIdx.y); row < high; row += rows) {
    const int i = first_i + lane;
    const int j = first_j + row;
    if (i >= grid.n - 1 || j >= grid.n - 1) continue;
    double sum[5];
    cfd::operator_at(grid, u, ri, k, j, i, sum);
    const long c = grid.at(k, j, i);
    for (int m = 0; m < 5; ++m)
      sums[m][row][lane] = grid.dt * (forcing[m * grid.points + c] + sum[m]);
  }
  __syncthreads();
  for (int point = int(threadIdx.y) * tile + lane; point < tile * high; point += tile * rows) {
    const int column = point / high;
    const int row = point % high;
    const int i = first_i + column;
    const int j = first_j + row;
    if (i >= grid.n - 1 || j >= grid.n - 1) continue;
    const long c = grid.at(k, i, j);
    for (int m = 0; m < 5; ++m) exchanged[m * grid.points + c] = sums[m][row][column];
  }
}

}  // namespace

void bt::right_hand_side(const cfd::Grid& grid, const double* u, const double* ri,
                         const double* forcing, double* rhs) {
  const int inner = grid.n - 2;
  const dim3 tiles((inner + tile - 1) / tile, (inner + high - 1) / high, inner);
  points_of_tile<<<tiles, dim3(tile, rows)>>>(grid, u, ri, forcing, rhs + 5 * grid.points);
  league::demand_launched();
}
