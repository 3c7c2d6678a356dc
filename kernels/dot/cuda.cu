// The vendor reference: a resident grid, sixteen bytes per load, shuffles, one atomic per block.

#include <cstddef>
#include <numeric>

#include "dot.hpp"
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
    multiply(int n, const Real* __restrict__ x, const Real* __restrict__ y, Real* total) {
  constexpr int size = Pack<Real>::size;
  const int packs = n / size;
  const int thread = blockIdx.x * threads + threadIdx.x;
  const int stride = gridDim.x * threads;
  const auto* xs = reinterpret_cast<const Pack<Real>*>(x);
  const auto* ys = reinterpret_cast<const Pack<Real>*>(y);
  Real sum = 0;
  #pragma unroll 4
  for (int p = thread; p < packs; p += stride) {
    const auto a = xs[p];
    const auto b = ys[p];
    for (int e = 0; e < size; ++e) sum += a.element[e] * b.element[e];
  }
  const int rest = packs * size + thread;  // fewer elements than a pack are left
  if (rest < n) sum += x[rest] * y[rest];
  league::block_add<threads>(sum, total);
}

}  // namespace

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int blocks = league::resident_blocks(multiply<Real>, threads);
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  league::DeviceArray<Real> dot(data.dot.size());
  std::iota(data.dot.begin(), data.dot.end(), Real(1));  // what the sums start from
  x.copy_from(data.x.data());
  y.copy_from(data.y.data());
  dot.copy_from(data.dot.data());

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    multiply<<<blocks, threads>>>(cls.n - product, x.data(), y.data(), dot.data() + product);
    league::demand_launched();
  }
  watch.stop();

  dot.copy_to(data.dot.data());
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
