// The vendor reference: a thread walks through the sequence in strides, sums stay in registers, and
// the root is the hardware's.

#include <algorithm>

#include "ep.hpp"
#include "ep_body.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int block = 256;

__device__ ep::Pair normal_pair(std::uint64_t state) {
  const double x = ep::coordinate(state);
  const double y = ep::coordinate(state * npb::multiplier);
  const double t = x * x + y * y;
  const double inside = t < 1 ? t : 0.5;
  const double w = ep::minus_two_log(inside);
  const double factor = t < 1 ? w * rsqrt(w * inside) : 0.0;  // of t = 1, too, it is zero
  const double size = fmax(fabs(x * factor), fabs(y * factor));
  return {x * factor, y * factor, ep::mark_of(size, t <= 1 ? 1 : 0)};
}

/// Adds what all threads of the block hold to *sum.
__device__ void add_up(double value, double* sum) {
  league::block_add<block>(value, sum);
  __syncthreads();  // the next sum uses the same memory
}

// Thread n of the grid takes pairs n, n + threads, n + 2 threads, ...; `stride` is the power of the
// multiplier that leads from one to the next.
__global__ void __launch_bounds__(block) sum_pairs(long pairs, std::uint64_t stride, double* sums) {
  const long threads = long(gridDim.x) * block;
  const long first = long(blockIdx.x) * block + threadIdx.x;
  std::uint64_t state = ep::state_of_pair(first);
  double sx = 0;
  double sy = 0;
  double count[Ep::annuli] = {};
  for (long n = first; n < pairs;) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (int i = 0; i < ep::batch && n < pairs; ++i, n += threads) {
      const ep::Pair pair = normal_pair(state);
      sx += pair.x;
      sy += pair.y;
      low += pair.mark.low;
      high += pair.mark.high;
      state *= stride;
    }
    #pragma unroll
    for (int a = 0; a < Ep::annuli; ++a) count[a] += ep::count_of(low, high, a);
  }
  add_up(sx, &sums[0]);
  add_up(sy, &sums[1]);
  #pragma unroll
  for (int a = 0; a < Ep::annuli; ++a) add_up(count[a], &sums[2 + a]);
}

}  // namespace

template <typename Real>
void Ep::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long pairs = 1L << cls.m;
  const long resident = league::resident_blocks(sum_pairs, block);
  // All blocks run at once, and a thread has no less than 64 pairs to pay for its start.
  const long blocks = std::min(resident, std::max(1L, pairs / (64 * block)));
  std::fill(data.sums.begin(), data.sums.end(), 0.0);
  league::DeviceArray<double> sums(data.sums.size());
  sums.copy_from(data.sums.data());

  watch.start();
  sum_pairs<<<int(blocks), block>>>(pairs, npb::power(2 * blocks * block), sums.data());
  league::demand_launched();
  watch.lap("pairs");
  watch.stop();

  sums.copy_to(data.sums.data());
}

template void Ep::run(const Class&, Data<double>&, league::Stopwatch&);
