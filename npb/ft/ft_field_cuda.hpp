// What the CUDA variants share: the initial field, and the samples of a checksum.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "ft_body.hpp"

namespace ft {

constexpr int field_threads = 256;

// A row of the box for each block along x.
static __global__ void __launch_bounds__(field_threads)
    fill_field(Box box, const std::uint64_t* jump, double2* mode) {
  const int j = int(blockIdx.x), k = int(blockIdx.y);
  const std::uint64_t even = first_state * jump[box.nx + j] * jump[box.nx + box.ny + k];
  double2* row = mode + (std::size_t(k) * box.ny + j) * box.nx;
  for (int i = int(threadIdx.x); i < box.nx; i += field_threads)
    row[i] = {uniform(even * jump[i]), uniform(even * npb::multiplier * jump[i])};
}

/// Leaves the sum in lane 0.
inline __device__ double2 sum_of_warp(double2 value) {
  for (int distance = 16; distance > 0; distance /= 2) {
    value.x += __shfl_down_sync(~0u, value.x, distance);
    value.y += __shfl_down_sync(~0u, value.y, distance);
  }
  return value;
}

static __global__ void __launch_bounds__(samples)
    add_samples(Box box, const double2* __restrict__ field, double2* sum) {
  __shared__ double2 parts[32];
  const int sample = int(threadIdx.x) + 1;
  const std::size_t row = std::size_t(5 * sample % box.nz) * box.ny + 3 * sample % box.ny;
  const double2 part = sum_of_warp(field[row * box.nx + sample % box.nx]);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = part;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const double2 whole = sum_of_warp(parts[threadIdx.x]);
  if (threadIdx.x == 0) *sum = whole;
}

}  // namespace ft
