// A row is reduced by one kernel: each block its share, and the last one to end all of theirs.
#pragma once

#include <algorithm>
#include <cstddef>

#include "league/cuda.hpp"
#include "reductions.hpp"

constexpr int threads = 256;
/// Of a block, at least: to join its part costs more than a few elements.
constexpr int share = threads * 16;

/// Join says what an element is and how two values are joined; `none` changes no value it is joined
/// to.
template <typename T, typename Value, typename Join>
__global__ void __launch_bounds__(threads)
    reduce(int n, const T* __restrict__ row, Value start, Value none, Value* parts, unsigned* ended,
           Value* result) {
  constexpr Join join{};
  const int stride = int(gridDim.x) * threads;
  Value value = none;
  #pragma unroll 4
  for (int i = int(blockIdx.x) * threads + int(threadIdx.x); i < n; i += stride)
    value = join(value, join.of(row[i], i));
  value = league::block_reduce<threads>(value, join);

  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = value;
    __threadfence();
    last = atomicInc(ended, gridDim.x - 1) == gridDim.x - 1;  // and zero again for the next row
    __threadfence();
  }
  __syncthreads();
  if (!last) return;
  value = none;
  for (unsigned block = threadIdx.x; block < gridDim.x; block += threads)
    value = join(value, parts[block]);
  value = league::block_reduce<threads>(value, join);
  if (threadIdx.x == 0) *result = join(start, value);
}

/// All rows; results[r] is left on the device until all are there.
template <typename Join, typename Value, typename T>
void reduce_rows(const Reductions::Class& cls, const Reductions::Data<T>& data, const Value* starts,
                 Value none, Value* results, league::Stopwatch& watch) {
  constexpr int rounds = Reductions::rounds;
  const int most = league::resident_blocks(reduce<T, Value, Join>, threads);
  const int blocks = std::min(most, (cls.n + share - 1) / share);
  league::DeviceArray<T> x(data.x.size());
  league::DeviceArray<Value> parts{std::size_t(blocks)};
  league::DeviceArray<Value> result{rounds};
  league::DeviceArray<unsigned> ended{1};
  constexpr unsigned no_block = 0;
  x.copy_from(data.x.data());
  ended.copy_from(&no_block);

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x.data() + std::size_t(round) * cls.pitch();
    reduce<T, Value, Join><<<blocks, threads>>>(cls.n, row, starts[round], none, parts.data(),
                                                ended.data(), result.data() + round);
    league::demand_launched();
  }
  watch.stop();

  result.copy_to(results);
}
