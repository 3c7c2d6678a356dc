// The vendor reference: two kernels; the pressure half a step later goes from the cells to their
// vertices in the memory of a block.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"
#include "launch.cuh"

namespace {

using namespace clover;

/// Behind a wall is the image of the cell in front of it.
__device__ int inside(int i, int n) { return i < 1 ? 1 : i > n ? n : i; }

__global__ void __launch_bounds__(threads) accelerate_all(Grid g, double* f, int set, double dt) {
  __shared__ double p[lines + 1][lanes + 1];  // begins left of the first vertex and below it
  for (int i = my_thread(); i < (lines + 1) * (lanes + 1); i += threads) {
    const int column = i % (lanes + 1);
    const int row = i / (lanes + 1);
    const int j = inside(first_column() - 1 + column, g.nx);
    const int k = inside(first_row() - 1 + row, g.ny);
    p[row][column] = predict(g, f, set, g.at(j, k), dt);
  }
  __syncthreads();
  const int j = my_column();
  const int k = my_row();
  if (j > g.nx + 1 || k > g.ny + 1) return;
  const double* low = &p[threadIdx.y][threadIdx.x + 1];
  const double* high = &p[threadIdx.y + 1][threadIdx.x + 1];
  const Velocity v = accelerate(g, f, set, g.at(j, k), low, high, dt);
  store(g, f + (xvel + 1 - set) * g.size, xvel_kind, j, k, v.u);
  store(g, f + (yvel + 1 - set) * g.size, yvel_kind, j, k, v.w);
  if (j <= g.nx && k <= g.ny) f[pressure * g.size + g.at(j, k)] = *high;
}

__global__ void __launch_bounds__(threads) correct_all(Grid g, double* f, int set, double dt) {
  const int j = my_column();
  const int k = my_row();
  if (j <= g.nx + 1 && k <= g.ny + 1) correct_at(g, f, set, j, k, dt);
}

}  // namespace

void clover::lagrange(const Grid& g, double* f, int set, double dt) {
  accelerate_all<<<blocks_for(g.nx + 1, g.ny + 1), block_shape()>>>(g, f, set, dt);
  league::demand_launched();
  correct_all<<<blocks_for(g.nx + 1, g.ny + 1), block_shape()>>>(g, f, set, dt);
  league::demand_launched();
}
