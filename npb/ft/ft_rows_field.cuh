// What the CUDA variants share: the initial field, and the samples of a checksum.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "ft_body.hpp"
#include "league/cuda.hpp"

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

static __global__ void __launch_bounds__(samples)
    add_samples(Box box, const double2* __restrict__ field, double2* sum) {
  const int sample = int(threadIdx.x) + 1;
  const std::size_t row = std::size_t(5 * sample % box.nz) * box.ny + 3 * sample % box.ny;
  const double2 whole = league::block_reduce<samples>(
      field[row * box.nx + sample % box.nx],
      [](double2 a, double2 b) { return double2{a.x + b.x, a.y + b.y}; });
  if (threadIdx.x == 0) *sum = whole;
}

}  // namespace ft
