// A scan in two kernels: sums of the blocks' shares, and each share from where it starts.
#pragma once

#include <algorithm>
#include <cstddef>

#include "league/cuda.hpp"
#include "reductions_parts_scan.hpp"

constexpr int threads = 256;

template <typename T>
__global__ void __launch_bounds__(threads)
    add(int n, int share, const T* __restrict__ row, T* parts) {
  const int begin = int(blockIdx.x) * share;
  const int end = min(n, begin + share);
  T sum = 0;
  for (int i = begin + int(threadIdx.x); i < end; i += threads) sum += row[i];
  sum = league::block_reduce<threads>(sum);
  if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

template <bool inclusive, typename T>
__global__ void __launch_bounds__(threads) scan(int n, int share, const T* __restrict__ row,
                                                T start, const T* __restrict__ parts, T* out) {
  constexpr int warps = threads / league::warp_size;
  __shared__ T of_warp[warps];
  __shared__ T of_blocks_before;
  const int thread = int(threadIdx.x);
  const int warp = thread / league::warp_size;
  const int lane = thread % league::warp_size;
  T before = 0;
  for (unsigned block = threadIdx.x; block < blockIdx.x; block += threads) before += parts[block];
  before = league::block_reduce<threads>(before);
  if (thread == 0) of_blocks_before = start + before;
  __syncthreads();
  T sum = of_blocks_before;
  const int begin = int(blockIdx.x) * share;
  const int end = min(n, begin + share);
  for (int first = begin; first < end; first += threads) {
    const int i = first + thread;
    const T running = league::warp_running_sum(i < end ? row[i] : T(0));
    if (lane == league::warp_size - 1) of_warp[warp] = running;
    __syncthreads();
    T mine = sum;
    for (int other = 0; other < warps; ++other) {
      if (other < warp) mine += of_warp[other];
      sum += of_warp[other];
    }
    const T of_lane_before = __shfl_up_sync(~0u, running, 1);
    if (i < end) out[i] = mine + (inclusive ? running : lane == 0 ? T(0) : of_lane_before);
    __syncthreads();
  }
}

template <bool inclusive, typename T>
void scan_rows(const Scan::Class& cls, Scan::Data<T>& data, league::Stopwatch& watch) {
  const int most = league::resident_blocks(scan<inclusive, T>, threads);
  const int chunks = (cls.n + threads - 1) / threads;
  const int share = std::max(16, (chunks + most - 1) / most) * threads;
  const int blocks = (cls.n + share - 1) / share;
  league::DeviceArray<T> x(data.x.size());
  league::DeviceArray<T> y(data.y.size());
  league::DeviceArray<T> parts{std::size_t(blocks)};
  x.copy_from(data.x.data());

  watch.start();
  for (int round = 0; round < Scan::rounds; ++round) {
    const std::size_t first = std::size_t(round) * cls.pitch();
    add<<<blocks, threads>>>(cls.n, share, x.data() + first, parts.data());
    league::demand_launched();
    scan<inclusive><<<blocks, threads>>>(cls.n, share, x.data() + first, data.start[round],
                                         parts.data(),
                                         y.data() + std::size_t(round) * std::size_t(cls.n));
    league::demand_launched();
  }
  watch.stop();

  y.copy_to(data.y.data());
}
