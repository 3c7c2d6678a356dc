// The vendor reference: sixteen bytes per load and thread; the sum by a resident grid and shuffles.

#include <cstddef>

#include "league/cuda.hpp"
#include "stream.hpp"

namespace {

constexpr int threads = 256;

/// As many elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real element[size];
};

struct Copy {
  static constexpr int operands = 1;
  template <typename Real>
  __device__ Real operator()(Real x, Real) const {
    return x;
  }
};
template <typename Real>
struct Scale {
  static constexpr int operands = 1;
  Real s;
  __device__ Real operator()(Real x, Real) const { return s * x; }
};
template <typename Real>
struct AddScaled {  // add has s = 1
  static constexpr int operands = 2;
  Real s;
  __device__ Real operator()(Real x, Real y) const { return x + s * y; }
};

/// to = operation(x, y), element by element; only operands that are there are loaded.
template <typename Real, typename Operation>
__global__ void __launch_bounds__(threads)
    apply(int n, Operation operation, const Real* x, const Real* y, Real* __restrict__ to) {
  constexpr int size = Pack<Real>::size;
  const int first = (blockIdx.x * threads + threadIdx.x) * size;
  if (first + size <= n) {
    const auto left = *reinterpret_cast<const Pack<Real>*>(x + first);
    Pack<Real> right = left;
    if constexpr (Operation::operands == 2) right = *reinterpret_cast<const Pack<Real>*>(y + first);
    Pack<Real> result;
    for (int e = 0; e < size; ++e) result.element[e] = operation(left.element[e], right.element[e]);
    *reinterpret_cast<Pack<Real>*>(to + first) = result;
  } else {
    for (int i = first; i < n; ++i) to[i] = operation(x[i], y[i]);  // the last thread with work
  }
}

template <typename Real>
__global__ void __launch_bounds__(threads)
    multiply(int n, const Real* __restrict__ x, const Real* __restrict__ y, double* total) {
  constexpr int size = Pack<Real>::size;
  const int packs = n / size;
  const int thread = blockIdx.x * threads + threadIdx.x;
  const auto* xs = reinterpret_cast<const Pack<Real>*>(x);
  const auto* ys = reinterpret_cast<const Pack<Real>*>(y);
  double sum = 0;
  #pragma unroll 4
  for (int p = thread; p < packs; p += gridDim.x * threads) {
    const auto left = xs[p];
    const auto right = ys[p];
    for (int e = 0; e < size; ++e) sum += left.element[e] * right.element[e];
  }
  const int rest = packs * size + thread;  // fewer elements than a pack are left
  if (rest < n) sum += x[rest] * y[rest];
  league::block_add<threads>(sum, total);
}

}  // namespace

template <typename Real>
void Stream::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int per_block = threads * Pack<Real>::size;
  const int blocks = (n + per_block - 1) / per_block;
  const int resident = league::resident_blocks(multiply<Real>, threads);
  const Real s = data.scalar;
  league::DeviceArray<Real> a(data.a.size()), b(data.b.size()), c(data.c.size());
  league::DeviceArray<double> dot(data.dot.size());
  double start = 1;
  for (double& sum : data.dot) {
    sum = start;
    start *= 64;  // as the products do
  }
  a.copy_from(data.a.data());
  dot.copy_from(data.dot.data());

  watch.start();
  for (int pass = 0; pass < cls.passes; ++pass) {
    apply<<<blocks, threads>>>(n, Copy{}, a.data(), a.data(), c.data());
    watch.lap("copy");
    apply<<<blocks, threads>>>(n, Scale<Real>{s}, c.data(), c.data(), b.data());
    watch.lap("mul");
    apply<<<blocks, threads>>>(n, AddScaled<Real>{1}, a.data(), b.data(), c.data());
    watch.lap("add");
    apply<<<blocks, threads>>>(n, AddScaled<Real>{s}, b.data(), c.data(), a.data());
    watch.lap("triad");
    multiply<<<resident, threads>>>(n, a.data(), b.data(), dot.data() + pass);
    watch.lap("dot");
    league::demand_launched();
  }
  watch.stop();

  a.copy_to(data.a.data());
  b.copy_to(data.b.data());
  c.copy_to(data.c.data());
  dot.copy_to(data.dot.data());
}

template void Stream::run(const Class&, Data<float>&, league::Stopwatch&);
template void Stream::run(const Class&, Data<double>&, league::Stopwatch&);
