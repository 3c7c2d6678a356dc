// The vendor reference: a block has 40 lines and six threads for each, with a column of C' each or
// the right-hand side.

#include "bt_parts.hpp"
#include "rows.cuh"

namespace {

using bt::tile;

constexpr int between = 8;  // rows of a tile that is transposed at a time

// `as` is the axis along which the lines look like lying: y, for lines along x in exchanged fields.
template <int axis, int as>
__global__ void __launch_bounds__(bt::lines* bt::roles, 2)
    solve_lines(cfd::Grid grid, const double* __restrict__ u, const double* __restrict__ ri,
                double* rhs, double* blocks) {
  __shared__ double shared[2][25][bt::lines];
  const int inner = grid.n - 2;
  const int all = inner * inner;
  const int lane = int(threadIdx.x);
  const int role = int(threadIdx.y);
  const int number = int(blockIdx.x) * bt::lines + lane;
  const long pitch = long(gridDim.x) * bt::lines;
  // Threads without a line compute with one on the boundary, where the right-hand side is zero.
  const bool has_line = number < all;
  const int a = has_line ? 1 + number / inner : 0;
  const int b = has_line ? 1 + number % inner : 0;
  bt::Line line = bt::line_at<as>(grid, a, b, u, ri, rhs, nullptr);
  line.blocks = blocks + number;
  line.block_step = pitch;
  line.entries = pitch * grid.n;
  bt::forward<axis>(grid, line, has_line, lane, role, shared);
  __syncthreads();
  bt::backward(grid, line, has_line, lane, role, shared);
}

// Brings a field of five components back from x and y exchanged.
__global__ void __launch_bounds__(tile* between)
    exchange(cfd::Grid grid, const double* __restrict__ from, double* __restrict__ to) {
  __shared__ double values[tile][tile + 1];
  const int k = 1 + int(blockIdx.z) % (grid.n - 2);
  const long component = long(blockIdx.z) / (grid.n - 2) * grid.points;
  const int first_i = 1 + int(blockIdx.x) * tile;
  const int first_j = 1 + int(blockIdx.y) * tile;
  const int lane = int(threadIdx.x);
  for (int row = int(threadIdx.y); row < tile; row += between)
    if (first_i + row < grid.n - 1 && first_j + lane < grid.n - 1)
      values[row][lane] = from[component + grid.at(k, first_i + row, first_j + lane)];
  __syncthreads();
  for (int row = int(threadIdx.y); row < tile; row += between)
    if (first_i + lane < grid.n - 1 && first_j + row < grid.n - 1)
      to[component + grid.at(k, first_j + row, first_i + lane)] = values[lane][row];
}

}  // namespace

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  const int inner = grid.n - 2;
  const int blocks = (inner * inner + lines - 1) / lines;
  const dim3 block(lines, roles);
  if constexpr (axis == 0) {
    double* const exchanged = rhs + 5 * grid.points;
    solve_lines<0, 1>
        <<<blocks, block>>>(grid, u + 5 * grid.points, ri + grid.points, exchanged, work);
    const int tiles = (inner + tile - 1) / tile;
    exchange<<<dim3(tiles, tiles, 5 * inner), dim3(tile, between)>>>(grid, exchanged, rhs);
  } else {
    solve_lines<axis, axis><<<blocks, block>>>(grid, u, ri, rhs, work);
  }
  league::demand_launched();
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
