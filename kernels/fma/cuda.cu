// The vendor reference: four chains per thread in registers, steps unrolled, memory touched once.

#include <cstddef>

#include "fma.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int threads = 256;
constexpr int chains = 4;  // of a thread: one warp per scheduler is enough to hide the latency

template <typename Real>
__global__ void __launch_bounds__(threads)
    iterate(int n, int steps, Real up, Real rise, Real down, Real fall, Real* __restrict__ x) {
  const int stride = gridDim.x * threads;
  const int first = blockIdx.x * threads + threadIdx.x;
  Real value[chains];
  #pragma unroll
  for (int chain = 0; chain < chains; ++chain) {
    const long i = first + long(chain) * stride;
    value[chain] = i < n ? x[i] : 0;
  }
  #pragma unroll 8
  for (int step = 0; step < steps; ++step) {
    #pragma unroll
    for (int chain = 0; chain < chains; ++chain) {
      value[chain] = up * value[chain] + rise;
      value[chain] = down * value[chain] + fall;
    }
  }
  #pragma unroll
  for (int chain = 0; chain < chains; ++chain) {
    const long i = first + long(chain) * stride;
    if (i < n) x[i] = value[chain];
  }
}

}  // namespace

template <typename Real>
void Fma::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int per_block = threads * chains;
  league::DeviceArray<Real> x(data.x.size());
  x.copy_from(data.x.data());

  watch.start();
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
    iterate<<<(n + per_block - 1) / per_block, threads>>>(n, cls.steps, data.up, data.rise,
                                                          data.down, data.fall, x.data());
    league::demand_launched();
  }
  watch.stop();

  x.copy_to(data.x.data());
}

template void Fma::run(const Class&, Data<float>&, league::Stopwatch&);
template void Fma::run(const Class&, Data<double>&, league::Stopwatch&);
