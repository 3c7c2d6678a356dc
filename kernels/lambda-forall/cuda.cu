// The vendor reference: sixteen bytes per load; the sum in registers, then by warp, then by block.

#include <cstddef>

#include "lambda-forall.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int threads = 256;

/// As many elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real element[size];
};

template <typename Real>
__global__ void __launch_bounds__(threads)
    update(int n, Real a, const Real* __restrict__ x, Real* __restrict__ y) {
  constexpr int size = Pack<Real>::size;
  const int first = (blockIdx.x * threads + threadIdx.x) * size;
  if (first + size <= n) {
    const auto from = *reinterpret_cast<const Pack<Real>*>(x + first);
    auto to = *reinterpret_cast<Pack<Real>*>(y + first);
    for (int e = 0; e < size; ++e) to.element[e] += a * from.element[e];
    *reinterpret_cast<Pack<Real>*>(y + first) = to;
  } else {
    for (int i = first; i < n; ++i) y[i] += a * x[i];  // the last thread with work
  }
}

template <typename Real>
__global__ void __launch_bounds__(threads)
    add_up(int n, const Real* __restrict__ y, double* __restrict__ sum) {
  constexpr int size = Pack<Real>::size;
  const int packs = n / size;
  const int me = blockIdx.x * threads + threadIdx.x;
  double part = 0;
  for (long p = me; p < packs; p += long(gridDim.x) * threads) {
    const auto pack = reinterpret_cast<const Pack<Real>*>(y)[p];
    for (int e = 0; e < size; ++e) part += pack.element[e];
  }
  if (me < n - packs * size) part += y[packs * size + me];
  league::block_add<threads>(part, sum);
}

}  // namespace

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const int per_block = threads * Pack<Real>::size;
  const int blocks = int((long(n) + per_block - 1) / per_block);
  const int resident_blocks = league::resident_blocks(add_up<Real>, threads);
  Real* sums = data.y.data() + n;
  league::DeviceArray<Real> x(std::size_t(cls.n));
  league::DeviceArray<Real> y(std::size_t(cls.n));
  league::DeviceArray<double> device_sum(1);
  x.copy_from(data.x.data());
  y.copy_from(data.y.data());

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    update<<<blocks, threads>>>(n, a, x.data(), y.data());
    league::demand_launched();
    watch.lap("update");

    league::demand(cudaMemsetAsync(device_sum.data(), 0, sizeof(double)), "clearing");
    add_up<<<resident_blocks, threads>>>(n, y.data(), device_sum.data());
    league::demand_launched();
    double sum = 0;
    device_sum.copy_to(&sum);
    sums[step] = Real(sum);
    watch.lap("sum");
  }
  watch.stop();

  y.copy_to(data.y.data());
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
