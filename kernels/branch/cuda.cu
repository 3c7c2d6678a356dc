// The vendor reference: every block sorts its numbers by sign, so that almost no warp diverges.

#include <cstddef>

#include "branch.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int threads = 256;
constexpr int warps = threads / lanes;
constexpr int per_thread = 4;  // with eight warps, 32 groups: as many as one warp can count
constexpr int tile = threads * per_thread;

template <typename Real>
__global__ void __launch_bounds__(threads)
    climb_or_sink(int n, int steps, const Real* __restrict__ x, Real* __restrict__ y) {
  __shared__ Real sorted[tile];
  __shared__ unsigned short origin[tile];
  __shared__ int before[per_thread * warps];  // climbers of earlier groups
  __shared__ Real result[tile];
  const int begin = blockIdx.x * tile;
  const int thread = threadIdx.x;
  const int lane = thread % lanes;
  const int warp = thread / lanes;

  Real value[per_thread];
  unsigned climbs[per_thread];  // one bit per lane
  #pragma unroll
  for (int e = 0; e < per_thread; ++e) {
    const int at = e * threads + thread;
    value[e] = begin + at < n ? x[begin + at] : 0;
    climbs[e] = __ballot_sync(~0u, value[e] >= 0);
    if (lane == 0) before[e * warps + warp] = __popc(climbs[e]);
  }
  __syncthreads();
  if (warp == 0) {  // from the number in each group to the number in those before it
    const int own = before[lane];
    before[lane] = league::warp_running_sum(own) - own;
  }
  __syncthreads();
  #pragma unroll
  for (int e = 0; e < per_thread; ++e) {  // climbers from the front, the others from the back
    const int at = e * threads + thread;
    const int climbers = before[e * warps + warp] + __popc(climbs[e] & ((1u << lane) - 1));
    const int slot = value[e] >= 0 ? climbers : tile - 1 - (at - climbers);
    sorted[slot] = value[e];
    origin[slot] = static_cast<unsigned short>(at);
  }
  __syncthreads();
  #pragma unroll 1
  for (int slot = thread; slot < tile; slot += threads) {
    Real number = sorted[slot];
    if (number >= 0)
      for (int step = 0; step < steps; ++step) number = (number * 2 + 4) / 2 - 1;
    else
      for (int step = 0; step < steps; ++step) number = ((number / 2 + 3) / 2 - 2) * 4 + 1;
    result[origin[slot]] = number;
  }
  __syncthreads();
  for (int at = thread; at < tile && begin + at < n; at += threads) y[begin + at] = result[at];
}

}  // namespace

template <typename Real>
void Branch::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  x.copy_from(data.x.data());

  watch.start();
  climb_or_sink<<<(n + tile - 1) / tile, threads>>>(n, cls.steps, x.data(), y.data());
  league::demand_launched();
  watch.stop();

  y.copy_to(data.y.data());
}

template void Branch::run(const Class&, Data<float>&, league::Stopwatch&);
template void Branch::run(const Class&, Data<double>&, league::Stopwatch&);
