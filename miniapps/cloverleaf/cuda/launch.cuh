// How the kernels of this variant are laid out, and where blocks bring together what they found.
#pragma once

#include "cloverleaf_body.hpp"
#include "cloverleaf_fields.hpp"
#include "league/cuda.hpp"

namespace clover {

/// A block is four rows of 64: whole cache lines along x, and neighbours along y share what they
/// read.
constexpr int lanes = 64;
constexpr int lines = 4;
constexpr int threads = lanes * lines;

inline dim3 block_shape() { return dim3(lanes, lines); }

inline dim3 blocks_for(int columns, int rows) {
  return dim3(unsigned(columns + lanes - 1) / lanes, unsigned(rows + lines - 1) / lines);
}

__device__ inline int first_column() { return int(blockIdx.x) * lanes + 1; }
__device__ inline int first_row() { return int(blockIdx.y) * lines + 1; }
__device__ inline int my_column() { return first_column() + int(threadIdx.x); }
__device__ inline int my_row() { return first_row() + int(threadIdx.y); }
__device__ inline int my_thread() { return int(threadIdx.y) * lanes + int(threadIdx.x); }

/// Behind the fields there is room for what blocks bring together.
constexpr int slots = 8;
inline double* slots_of(const Grid& g, double* f) { return f + fused_fields * g.size; }

}  // namespace clover
