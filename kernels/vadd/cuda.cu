// The vendor reference: sixteen bytes per load, one vector of elements per thread.

#include <cstddef>

#include "league/cuda.hpp"
#include "vadd.hpp"

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
    add(int n, const Real* __restrict__ a, const Real* __restrict__ b, Real* __restrict__ c) {
  constexpr int size = Pack<Real>::size;
  const int first = (blockIdx.x * threads + threadIdx.x) * size;
  if (first + size <= n) {
    const auto x = *reinterpret_cast<const Pack<Real>*>(a + first);
    const auto y = *reinterpret_cast<const Pack<Real>*>(b + first);
    Pack<Real> sum;
    for (int e = 0; e < size; ++e) sum.element[e] = x.element[e] + y.element[e];
    *reinterpret_cast<Pack<Real>*>(c + first) = sum;
  } else {
    for (int i = first; i < n; ++i) c[i] = a[i] + b[i];  // the last thread with work
  }
}

}  // namespace

template <typename Real>
void Vadd::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int per_block = threads * Pack<Real>::size;
  const auto size = std::size_t(n);
  league::DeviceArray<Real> a(size);
  league::DeviceArray<Real> b(size);
  league::DeviceArray<Real> c(size);
  a.copy_from(data.a.data());
  b.copy_from(data.b.data());

  watch.start();
  add<<<(n + per_block - 1) / per_block, threads>>>(n, a.data(), b.data(), c.data());
  league::demand_launched();
  watch.stop();

  c.copy_to(data.c.data());
}

template void Vadd::run(const Class&, Data<float>&, league::Stopwatch&);
template void Vadd::run(const Class&, Data<double>&, league::Stopwatch&);
