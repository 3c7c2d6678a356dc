// The vendor reference: the state, 1 / density and both with x and y exchanged, in one kernel.

#include "bt_parts.hpp"
#include "fields.cuh"

namespace {

using bt::tile;

constexpr int rows = 8;

__global__ void __launch_bounds__(tile* rows)
    points_of_tile(cfd::Grid grid, const double* __restrict__ rhs, double* __restrict__ u,
                   double* __restrict__ ri) {
  __shared__ double values[5][tile][tile + 1];
  const int k = int(blockIdx.z);
  const int first_i = int(blockIdx.x) * tile;
  const int first_j = int(blockIdx.y) * tile;
  const int lane = int(threadIdx.x);
  for (int row = int(threadIdx.y); row < tile; row += rows) {
    const int i = first_i + lane;
    const int j = first_j + row;
    if (i >= grid.n || j >= grid.n) continue;
    const long c = grid.at(k, j, i);
    for (int m = 0; m < 5; ++m) {
      const double value = u[m * grid.points + c] + rhs[m * grid.points + c];
      u[m * grid.points + c] = values[m][row][lane] = value;
    }
    ri[c] = 1.0 / values[0][row][lane];
  }
  __syncthreads();
  for (int row = int(threadIdx.y); row < tile; row += rows) {
    const int i = first_i + row;
    const int j = first_j + lane;
    if (i >= grid.n || j >= grid.n) continue;
    const long c = grid.at(k, i, j);
    for (int m = 0; m < 5; ++m) u[(5 + m) * grid.points + c] = values[m][lane][row];
    ri[grid.points + c] = 1.0 / values[0][lane][row];
  }
}

}  // namespace

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  const int tiles = (grid.n + tile - 1) / tile;
  points_of_tile<<<dim3(tiles, tiles, grid.n), dim3(tile, rows)>>>(grid, rhs, u, ri);
  league::demand_launched();
}
