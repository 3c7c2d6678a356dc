// What CUDA variants have around their kernels, as HIP: a wave of 64 lanes is two warps.
#include <cstdint>

#include "league/cuda.hpp"

namespace {

struct Pair {
  double sum;
  std::uint64_t count;
};
struct Join {
  __device__ Pair operator()(const Pair& a, const Pair& b) const {
    return {a.sum + b.sum, a.count + b.count};
  }
};

template <int threads>
__device__ void reduce(const double* x, double* sums, std::uint64_t* counts) {
  const int i = int(blockIdx.x) * threads + int(threadIdx.x);
  const Pair all = league::block_reduce<threads>(Pair{x[i], 1}, Join{});
  if (threadIdx.x == 0) sums[blockIdx.x] = all.sum, counts[blockIdx.x] = all.count;
}

}  // namespace

// Few warps are joined one after the other, many by shuffles.
extern "C" __global__ void few(const double* x, double* sums, std::uint64_t* counts) {
  reduce<256>(x, sums, counts);
}
extern "C" __global__ void many(const double* x, double* sums, std::uint64_t* counts) {
  reduce<1024>(x, sums, counts);
}

extern "C" __global__ void add(const double* x, double* total) {
  league::block_add<128>(x[blockIdx.x * 128 + threadIdx.x], total);
}

// Warps of a wave on different ways.
extern "C" __global__ void apart(const int* x, int* running, unsigned* votes, int* moved) {
  const int thread = int(threadIdx.x);
  const int mine = x[thread];
  int value = 0;
  if (thread / league::warp_size % 2 == 0) {
    value = league::warp_running_sum(mine);
    votes[thread] = __ballot_sync(~0u, mine > 0);
  } else {
    value = -league::warp_running_sum(mine);
    votes[thread] = __ballot_sync(~0u, mine < 0);
  }
  running[thread] = value;
  moved[3 * thread] = __shfl_sync(~0u, mine, 5);
  moved[3 * thread + 1] = __shfl_up_sync(~0u, mine, 1);
  moved[3 * thread + 2] = league::warp_reduce(mine, league::Plus{}, 8);
}
