// The vendor reference: one number per thread, enough of them to hide the latency of divisions.

#include <cstddef>

#include "league/cuda.hpp"
#include "newton-sqrt.hpp"

namespace {

constexpr int threads = 256;

template <typename Real>
__global__ void __launch_bounds__(threads)
    iterate(int n, int steps, Real start, const Real* __restrict__ x, Real* __restrict__ y) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  const Real square = x[i];
  Real root = start;
  #pragma unroll 4
  for (int step = 0; step < steps; ++step) root = (root + square / root) / 2;
  y[i] = root;
}

}  // namespace

template <typename Real>
void NewtonSqrt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  x.copy_from(data.x.data());

  watch.start();
  iterate<<<(n + threads - 1) / threads, threads>>>(n, cls.steps, data.start, x.data(), y.data());
  league::demand_launched();
  watch.stop();

  y.copy_to(data.y.data());
}

template void NewtonSqrt::run(const Class&, Data<float>&, league::Stopwatch&);
template void NewtonSqrt::run(const Class&, Data<double>&, league::Stopwatch&);
