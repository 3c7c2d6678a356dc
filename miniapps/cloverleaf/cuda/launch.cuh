// How the kernels of this variant are laid out.
#pragma once

#include "cloverleaf_grid.hpp"
#include "league/cuda.hpp"

namespace clover {

/// A block is four rows of 64: whole cache lines along x, and neighbours along y share what they
/// read.
inline dim3 block_shape() { return dim3(64, 4); }

inline dim3 blocks_for(int columns, int rows) {
  return dim3(unsigned(columns + 63) / 64, unsigned(rows + 3) / 4);
}

__device__ inline int my_column() { return int(blockIdx.x * blockDim.x + threadIdx.x) + 1; }
__device__ inline int my_row() { return int(blockIdx.y * blockDim.y + threadIdx.y) + 1; }
__device__ inline int my_lane() { return int(threadIdx.y * blockDim.x + threadIdx.x) % 32; }

/// Behind the fields there is room for what blocks bring together.
constexpr int slots = 8;
inline double* slots_of(const Grid& g, double* f) { return f + fused_fields * g.size; }

}  // namespace clover
