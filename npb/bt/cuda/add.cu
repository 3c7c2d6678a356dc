// The vendor reference: the state, 1 / density and both with x and y exchanged, in one kernel.

#include "bt_parts.hpp"
#include "fields.cuh"

namespace {

using bt::high;
using bt::tile;

// A block has a thread for each point of a tile.
__global__ void __launch_bounds__(tile* high)
    points_of_tile(cfd::Grid grid, const double* __restrict__ rhs, double* __restrict__ u,
                   double* __restrict__ ri) {
  __shared__ double values[5][high][tile + 1];
  const int k = int(blockIdx.z);
  const int first_i = int(blockIdx.x) * tile;
  const int first_j = int(blockIdx.y) * high;
  int column = int(threadIdx.x);
  int row = int(threadIdx.y);
  if (first_i + column < grid.n && first_j + row < grid.n) {
    const long c = grid.at(k, first_j + row, first_i + column);
    for (int m = 0; m < 5; ++m) {
      const double value = u[m * grid.points + c] + rhs[m * grid.points + c];
      u[m * grid.points + c] = values[m][row][column] = value;
    }
    ri[c] = 1.0 / values[0][row][column];
  }
  __syncthreads();
  const int point = row * tile + column;
  column = point / high;
  row = point % high;
  if (first_i + column < grid.n && first_j + row < grid.n) {
    const long c = grid.at(k, first_i + column, first_j + row);
    for (int m = 0; m < 5; ++m) u[(5 + m) * grid.points + c] = values[m][row][column];
    ri[grid.points + c] = 1.0 / values[0][row][column];
  }
}

}  // namespace

void bt::add(const cfd::Grid& grid, const double* rhs, double* u, double* ri) {
  const dim3 tiles((grid.n + tile - 1) / tile, (grid.n + high - 1) / high, grid.n);
  points_of_tile<<<tiles, dim3(tile, high)>>>(grid, rhs, u, ri);
  league::demand_launched();
}
