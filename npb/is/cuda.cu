// The vendor reference: keys are first sorted into buckets by their high bits, so that the counters
// of a bucket fit into the memory of a block; only their low 16 bits travel.

#include <algorithm>

#include "is.hpp"
#include "is_rows.cuh"
#include "league/cuda.hpp"

namespace {

using is::Shape;
using is::threads;

constexpr int counters = 8192;  // that a block has

// Counts the keys of a bucket, sums the counts up and looks up the test keys that belong to them.
__global__ void __launch_bounds__(threads)
    rank_buckets(Shape shape, const std::int32_t* key, const int* test_index,
                 const std::uint32_t* begin, const std::uint16_t* low, std::uint32_t* last,
                 std::uint32_t* found) {
  __shared__ std::uint32_t count[counters];
  __shared__ std::uint32_t of_warp[is::warps];
  const int here = min(1 << shape.low_log2, counters);
  std::uint32_t below = begin[blockIdx.x];
  // In class D a bucket has more counters than fit, and its keys are read several times.
  for (int from = 0; from < 1 << shape.low_log2; from += here) {
    for (int k = int(threadIdx.x); k < max(is::lanes, here); k += threads) count[k] = 0;
    __syncthreads();
    for (std::size_t i = begin[blockIdx.x] + std::size_t(threadIdx.x); i < begin[blockIdx.x + 1];
         i += threads) {
      const int k = int(low[i]) - from;
      if (k >= 0 && k < here) atomicAdd(&count[k], 1);
    }
    __syncthreads();
    is::running_sums(count, here, of_warp);
    const int value = (int(blockIdx.x) << shape.low_log2) + from;  // of the first counter
    for (int k = int(threadIdx.x); k < here; k += threads) last[value + k] = below + count[k];
    if (threadIdx.x < Is::tests) {
      const int k = key[test_index[threadIdx.x]] - 1 - value;
      if (k >= 0 && k < here) found[threadIdx.x] = below + count[k];
    }
    below += count[here - 1];
    __syncthreads();
  }
}

}  // namespace

template <typename Real>
void Is::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // Some 2^8 to 2^11 counters a bucket in the classes S to B, 2^13 in C.
  const int buckets_log2 = cls.range_log2 > 26 ? 11 : std::min(10, cls.range_log2 / 2);
  const Shape shape{cls.keys(), cls.range_log2, cls.range_log2 - buckets_log2, 1 << buckets_log2};
  int device = 0;
  int processors = 0;
  league::demand(cudaGetDevice(&device), "device");
  league::demand(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
                 "number of multiprocessors");
  const int blocks = int(std::min<long>(4L * processors, shape.keys / is::tile));
  const std::size_t ranks = data.found.size();
  league::vector<std::uint32_t> zeros(std::max<std::size_t>(ranks, shape.buckets), 0);
  league::DeviceArray<std::int32_t> key(data.key.size());
  league::DeviceArray<std::uint16_t> low(data.key.size());
  league::DeviceArray<std::uint32_t> last(data.last.size());
  league::DeviceArray<std::uint32_t> total(zeros.size());
  league::DeviceArray<std::uint32_t> found(zeros.size());
  league::DeviceArray<std::uint32_t> begin(shape.buckets + 1), free(shape.buckets);
  league::DeviceArray<int> test_index(tests);
  key.copy_from(data.key.data());
  total.copy_from(zeros.data());
  found.copy_from(zeros.data());  // nothing is below key 0, and nobody looks it up
  test_index.copy_from(cls.test_index.data());

  const auto count_keys = [&](int iteration) {
    is::count_buckets<<<blocks, threads>>>(shape, iteration, key.data(), total.data());
    is::start_buckets<<<1, threads>>>(shape, total.data(), begin.data(), free.data());
    is::fill_buckets<<<blocks, threads>>>(shape, key.data(), free.data(), low.data());
  };
  const auto rank_keys = [&](std::uint32_t* ranks_of_tests) {
    rank_buckets<<<shape.buckets, threads>>>(shape, key.data(), test_index.data(), begin.data(),
                                             low.data(), last.data(), ranks_of_tests);
  };
  // One ranking before the clock starts, as the specification wants it.
  count_keys(1);
  rank_keys(found.data());

  watch.start();
  for (int iteration = 1; iteration <= cls.niter; ++iteration) {
    count_keys(iteration);
    watch.lap("count");
    rank_keys(found.data() + tests * (iteration - 1));
    watch.lap("rank");
  }
  league::demand_launched();
  watch.stop();

  last.copy_to(data.last.data());
  found.copy_to(zeros.data());
  std::copy_n(zeros.begin(), ranks, data.found.begin());
}

template void Is::run(const Class&, Data<double>&, league::Stopwatch&);
