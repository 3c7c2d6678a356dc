// Launches over all cells, with and without sums that are completed on the device.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

#include "league/cuda.hpp"
#include "tealeaf.hpp"
#include "tealeaf_parts.hpp"

namespace tea {

constexpr int lanes = 64;  ///< of a block, along a row
constexpr int lines = 4;   ///< of a block, on top of each other, which meet in L1
constexpr int threads = lanes * lines;
constexpr int most_blocks = 4096;  ///< that take part in a sum; each walks through several lines

/// Space for sums on the device: the results, a counter, what the blocks contribute.
constexpr int most_sums = sizeof(Products) / sizeof(double);
constexpr int sum_space = most_sums + 1 + most_blocks * most_sums;

struct Cells {
  int nx;
  int ny;
  long pitch;
};

/// Calls body(c) for every cell.
template <typename Body>
__global__ void __launch_bounds__(threads) each(Cells cells, Body body) {
  const int j = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (j >= cells.nx) return;
  for (int k = int(blockIdx.y * blockDim.y + threadIdx.y); k < cells.ny;
       k += int(gridDim.y * blockDim.y))
    body((k + 1) * cells.pitch + j);
}

/// What another block has written, not what this one may have in its L1.
template <typename Sum>
__device__ Sum fetched(const Sum* from) {
  Sum value{};
  const auto* numbers = reinterpret_cast<const volatile double*>(from);
  for (unsigned i = 0; i < sizeof(Sum) / sizeof(double); ++i)
    reinterpret_cast<double*>(&value)[i] = numbers[i];
  return value;
}

/// The sum of body(c), a number or Products, over all cells.  The block that comes last adds what
/// all have found, always in the same order.
template <typename Sum, typename Body>
__global__ void __launch_bounds__(threads) sum_each(Cells cells, Body body, double* space) {
  __shared__ bool last;
  auto* counter = reinterpret_cast<unsigned*>(space + most_sums);
  auto* found = reinterpret_cast<Sum*>(space + most_sums + 1);
  const int j = int(blockIdx.x * blockDim.x + threadIdx.x);
  Sum mine{};
  if (j < cells.nx)
    for (int k = int(blockIdx.y * blockDim.y + threadIdx.y); k < cells.ny;
         k += int(gridDim.y * blockDim.y))
      mine += body((k + 1) * cells.pitch + j);
  const Sum sum = league::block_reduce<threads>(mine);
  const unsigned blocks = gridDim.x * gridDim.y;
  const unsigned thread = threadIdx.y * lanes + threadIdx.x;
  if (thread == 0) {
    found[blockIdx.y * gridDim.x + blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(counter, blocks - 1) == blocks - 1;  // and back to zero for the next launch
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  Sum total{};
  for (unsigned b = thread; b < blocks; b += threads) total += fetched(found + b);
  total = league::block_reduce<threads>(total);
  if (thread == 0) *reinterpret_cast<Sum*>(space) = total;
}

inline Cells cells_of(const Fields& f) { return {f.nx, f.ny, f.mesh.pitch}; }

constexpr unsigned blocks_along(int cells, int of_block) {
  return unsigned((cells + of_block - 1) / of_block);
}

static_assert(blocks_along(Tealeaf::most_cells, lanes) <= most_blocks,
              "a sum has no room for the blocks of the widest row");

template <typename Body>
void launch(const Fields& f, Body body) {
  const dim3 grid(blocks_along(f.nx, lanes), std::min(blocks_along(f.ny, lines), 65535U));
  each<<<grid, dim3(lanes, lines)>>>(cells_of(f), body);
  league::demand_launched();
}

/// Waits for the device and returns the sum.
template <typename Body>
auto launch_sum(const Fields& f, Body body) {
  using Sum = decltype(body(0));
  const unsigned columns = blocks_along(f.nx, lanes);
  const unsigned rows = std::min(blocks_along(f.ny, lines), most_blocks / columns);
  sum_each<Sum><<<dim3(columns, rows), dim3(lanes, lines)>>>(cells_of(f), body, f.partial);
  league::demand_launched();
  Sum sum{};
  league::demand(cudaMemcpy(&sum, f.partial, sizeof sum, cudaMemcpyDeviceToHost), "sum");
  return sum;
}

}  // namespace tea
