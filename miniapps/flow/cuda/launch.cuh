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
  const Bits bits = league::block_reduce<block_size>(static_cast<Bits>(__double_as_longlong(value)),
                                                     [](Bits a, Bits b) { return max(a, b); });
  if (threadIdx.x == 0 && threadIdx.y == 0) atomicMax(reinterpret_cast<Bits*>(largest), bits);
  __syncthreads();  // the next one uses the same memory
}

}  // namespace flow
