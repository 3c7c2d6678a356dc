// The vendor reference: one thread a point, warps along x.

#include "league/cuda.hpp"
#include "sp_body.hpp"
#include "sp_parts.hpp"

namespace {

constexpr int lanes = 32;
constexpr int rows = 4;  // of a block, on neighbouring rows, which meet in L1

__global__ void __launch_bounds__(lanes* rows)
    right_hand_side_kernel(cfd::Grid grid, const double* __restrict__ u,
                           const double* __restrict__ ri, const double* __restrict__ forcing,
                           double* __restrict__ rhs) {
  const int i = 1 + int(blockIdx.x) * lanes + int(threadIdx.x);
  const int j = 1 + int(blockIdx.y) * rows + int(threadIdx.y);
  const int k = 1 + int(blockIdx.z);
  if (i >= grid.n - 1 || j >= grid.n - 1) return;
  sp::store_five(rhs + grid.at(k, j, i), grid.points,
                 sp::right_hand_side_at(grid, u, ri, forcing, k, j, i));
}

}  // namespace

void sp::right_hand_side(cfd::Grid grid, Fields f) {
  const int inner = grid.n - 2;
  const dim3 blocks((inner + lanes - 1) / lanes, (inner + rows - 1) / rows, inner);
  right_hand_side_kernel<<<blocks, dim3(lanes, rows)>>>(grid, f.u, f.ri, f.forcing, f.rhs);
  league::demand_launched();
}
