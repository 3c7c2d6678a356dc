#pragma once

#include "league/cuda.hpp"

namespace league {

/// The values of a block added up, whatever its size; complete in every thread.  All
/// threads call it; before a second call they have to meet.
template <typename T>
__device__ T any_block_sum(T value) {
  __shared__ T values[1024];
  const int thread = int(threadIdx.x);
  values[thread] = value;
  for (int active = int(blockDim.x); active > 1;) {
    const int half = (active + 1) / 2;
    __syncthreads();
    if (thread < active - half) values[thread] += values[thread + half];
    active = half;
  }
  __syncthreads();
  return values[0];
}

}  // namespace league
