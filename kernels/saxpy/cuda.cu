// The vendor reference: sixteen bytes per load, one vector of elements per thread.

#include <cstddef>

#include "league/cuda.hpp"
#include "saxpy.hpp"

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
    add(int n, Real a, const Real* __restrict__ x, Real* __restrict__ y) {
  constexpr int size = Pack<Real>::size;
  const int first = (blockIdx.x * threads + threadIdx.x) * size;
  if (first + size <= n) {
    const auto from = *reinterpret_cast<const Pack<Real>*>(x + first);
    auto to = *reinterpret_cast<Pack<Real>*>(y + first);
    for (int e = 0; e < size; ++e) to.element[e] = a * from.element[e] + to.element[e];
    *reinterpret_cast<Pack<Real>*>(y + first) = to;
  } else {
    for (int i = first; i < n; ++i) y[i] = a * x[i] + y[i];  // the last thread with work
  }
}

}  // namespace

template <typename Real>
void Saxpy::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int per_block = threads * Pack<Real>::size;
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  x.copy_from(data.x.data());
  y.copy_from(data.y.data());

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    add<<<(n + per_block - 1) / per_block, threads>>>(n, data.a, x.data(), y.data());
    league::demand_launched();
  }
  watch.stop();

  y.copy_to(data.y.data());
}

template void Saxpy::run(const Class&, Data<float>&, league::Stopwatch&);
template void Saxpy::run(const Class&, Data<double>&, league::Stopwatch&);
