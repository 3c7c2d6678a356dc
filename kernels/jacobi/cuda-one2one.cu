// CUDA with the loop structure of the directives: teams are blocks, threads are warps, SIMD is
// lanes.

#include <cstddef>
#include <utility>

#include "jacobi.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;  // of a block

// Compare with target-simd: its two directives stand where they are done by hand.
template <typename Real>
__global__ void __launch_bounds__(lanes* warps) sweep(int n, const Real* u, Real* v) {
  // target teams distribute parallel for
  for (int i = 1 + blockIdx.x * warps + threadIdx.y; i < n - 1; i += gridDim.x * warps)
    // simd
    for (int j = 1 + threadIdx.x; j < n - 1; j += lanes) {
      const int c = i * n + j;
      v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;
    }
}

}  // namespace

template <typename Real>
void Jacobi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const auto cells = std::size_t(n) * std::size_t(n);
  league::DeviceArray<Real> first(cells);
  league::DeviceArray<Real> second(cells);
  first.copy_from(data.u.data());
  second.copy_from(data.v.data());
  Real* u = first.data();
  Real* v = second.data();

  watch.start();
  for (int s = 0; s < cls.sweeps; ++s) {
    sweep<<<(n - 2 + warps - 1) / warps, dim3(lanes, warps)>>>(n, u, v);
    league::demand_launched();
    std::swap(u, v);
  }
  watch.stop();

  first.copy_to(data.u.data());
}

template void Jacobi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Jacobi::run(const Class&, Data<double>&, league::Stopwatch&);
