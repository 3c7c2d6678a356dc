// How kernels are laid over the mesh, and how a block finds its largest value.
#pragma once

#include "flow_fields.hpp"
#include "league/cuda.hpp"

namespace flow {

constexpr int lanes = 32;  // a warp lies along a row
constexpr int warps = 8;   // of a block, in neighbouring rows, which meet in L1
constexpr int block_size = lanes * warps;

inline dim3 block() { return dim3(lanes, warps); }
inline dim3 blocks(const Grid& grid) {
  return dim3((grid.nx + lanes - 1) / lanes, (grid.ny + warps - 1) / warps);
}

struct Place {
  int i;
  int j;
};
__device__ inline Place my_cell() {
  return {2 + int(blockIdx.y * warps + threadIdx.y), 2 + int(blockIdx.x * lanes + threadIdx.x)};
}

/// Raises *largest to the largest value of the block; no value is below zero, so that they are
/// ordered as their bits are.  A NaN counts as larger than everything.
__device__ inline void keep_largest(double value, double* largest) {
  using Bits = unsigned long long;
  __shared__ Bits of_warps[warps];
  Bits bits = static_cast<Bits>(__double_as_longlong(value));
  for (int step = lanes / 2; step > 0; step /= 2)
    bits = max(bits, __shfl_xor_sync(0xffffffffU, bits, step));
  if (threadIdx.x == 0) of_warps[threadIdx.y] = bits;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (int w = 1; w < warps; ++w) bits = max(bits, of_warps[w]);
    atomicMax(reinterpret_cast<Bits*>(largest), bits);
  }
  __syncthreads();
}

}  // namespace flow
