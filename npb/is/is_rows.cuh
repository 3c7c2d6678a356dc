// How the CUDA variant sorts keys into buckets.
#pragma once

#include <cstdint>

#include "is.hpp"
#include "league/cuda.hpp"

namespace is {

constexpr int threads = 512;
constexpr int lanes = 32;
constexpr int most_buckets = 2048;
constexpr int tile = 8192;  // keys that a block sorts at a time
constexpr int share = tile / threads;

struct Shape {
  long keys;
  int range_log2, low_log2, buckets;
};

constexpr int warps = threads / lanes;

// Replaces n values by their running sums; n is a power of two, and there are `lanes` values at
// least.  `of_warp` is room for a sum of each warp.
inline __device__ void running_sums(std::uint32_t* value, int n, std::uint32_t* of_warp) {
  const int warp = int(threadIdx.x) / lanes;
  const int lane = int(threadIdx.x) % lanes;
  const int part = max(lanes, n / warps);  // of a warp
  const int begin = warp * part + lane;
  const int end = min(max(lanes, n), (warp + 1) * part);
  std::uint32_t carry = 0;
  for (int i = begin; i < end; i += lanes) {
    const std::uint32_t sum = league::warp_running_sum(value[i]) + carry;
    value[i] = sum;
    carry = __shfl_sync(~0u, sum, lanes - 1);
  }
  if (lane == 0) of_warp[warp] = carry;
  __syncthreads();
  std::uint32_t before = 0;
  for (int w = 0; w < warp; ++w) before += of_warp[w];
  for (int i = begin; i < end; i += lanes) value[i] += before;
  __syncthreads();
}

/// As many keys as a load instruction moves.
struct alignas(16) Four {
  std::int32_t at[4];
};

// Gives key `place` another value if it is among the four that begin at 4 * i, in memory and here:
// they are not loaded again.
static __device__ void change(int place, std::int32_t value, long i, Four& four,
                              std::int32_t* key) {
  #pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (4 * i + k != place) continue;
    four.at[k] = value;
    key[place] = value;
  }
}

// Changes two keys and counts how many there are in each bucket.
static __global__ void __launch_bounds__(threads)
    count_buckets(Shape shape, int iteration, std::int32_t* key, std::uint32_t* total) {
  __shared__ std::uint32_t count[most_buckets];
  for (int b = int(threadIdx.x); b < shape.buckets; b += threads) count[b] = 0;
  __syncthreads();
  const long grid = long(gridDim.x) * threads;
  for (long i = long(blockIdx.x) * threads + threadIdx.x; i < shape.keys / 4; i += grid) {
    Four four = reinterpret_cast<const Four*>(key)[i];
    if (i < 8) {  // one of these may have to change
      change(iteration, iteration, i, four, key);
      change(iteration + 10, (1 << shape.range_log2) - iteration, i, four, key);
    }
    #pragma unroll
    for (int k = 0; k < 4; ++k) atomicAdd(&count[four.at[k] >> shape.low_log2], 1);
  }
  __syncthreads();
  for (int b = int(threadIdx.x); b < shape.buckets; b += threads)
    if (count[b] > 0) atomicAdd(&total[b], count[b]);
}

// Where every bucket begins, and its first free place; clears the totals.
static __global__ void __launch_bounds__(threads)
    start_buckets(Shape shape, std::uint32_t* total, std::uint32_t* begin, std::uint32_t* free) {
  __shared__ std::uint32_t end[most_buckets];
  __shared__ std::uint32_t of_warp[warps];
  for (int b = int(threadIdx.x); b < max(lanes, shape.buckets); b += threads)
    end[b] = b < shape.buckets ? total[b] : 0;
  __syncthreads();
  running_sums(end, shape.buckets, of_warp);
  for (int b = int(threadIdx.x); b < shape.buckets; b += threads) {
    begin[b + 1] = end[b];
    free[b] = b > 0 ? end[b - 1] : 0;
    total[b] = 0;
  }
  if (threadIdx.x == 0) begin[0] = 0;
}

// Writes the low bits of the keys bucket by bucket.  A block sorts a tile in its own memory before,
// so that neighbouring threads write to neighbouring places.
static __global__ void __launch_bounds__(threads)
    fill_buckets(Shape shape, const std::int32_t* key, std::uint32_t* free, std::uint16_t* low) {
  __shared__ std::uint32_t bucket[most_buckets];  // its keys in the tile, then where they end
  __shared__ std::uint32_t way[most_buckets];     // from a place in the tile to that in low
  __shared__ std::uint32_t sorted[tile];          // lends the sums of warps their room before
  for (int b = int(threadIdx.x); b < max(lanes, shape.buckets); b += threads) bucket[b] = 0;
  __syncthreads();
  for (long first = long(blockIdx.x) * tile; first < shape.keys; first += long(gridDim.x) * tile) {
    std::uint32_t mine[share];
    std::uint32_t place[share];
    #pragma unroll
    for (int k = 0; k < share; ++k) {
      mine[k] = std::uint32_t(key[first + k * threads + threadIdx.x]);
      place[k] = atomicAdd(&bucket[mine[k] >> shape.low_log2], 1);
    }
    __syncthreads();
    running_sums(bucket, shape.buckets, sorted);
    for (int b = int(threadIdx.x); b < shape.buckets; b += threads) {
      const std::uint32_t before = b > 0 ? bucket[b - 1] : 0;
      way[b] = (bucket[b] > before ? atomicAdd(&free[b], bucket[b] - before) : 0) - before;
    }
    #pragma unroll
    for (int k = 0; k < share; ++k) {
      const std::uint32_t b = mine[k] >> shape.low_log2;
      sorted[(b > 0 ? bucket[b - 1] : 0) + place[k]] = mine[k];
    }
    __syncthreads();
    for (int b = int(threadIdx.x); b < max(lanes, shape.buckets); b += threads) bucket[b] = 0;
    for (std::uint32_t i = threadIdx.x; i < tile; i += threads)
      low[way[sorted[i] >> shape.low_log2] + i] =
          std::uint16_t(sorted[i] & ((1u << shape.low_log2) - 1));
    __syncthreads();
  }
}

}  // namespace is
