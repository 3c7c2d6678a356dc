// CUDA with the loop structure of the directives: teams are blocks, threads are warps, SIMD is
// lanes.

#include <cstddef>

#include "league/cuda.hpp"
#include "matmul.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;  // of a block

// Compare with target-simd: its two directives stand where they are done by hand.
template <typename Real>
__global__ void __launch_bounds__(lanes* warps)
    multiply(int n, const Real* a, const Real* b, Real* c) {
  // target teams distribute parallel for
  for (int i = blockIdx.x * warps + threadIdx.y; i < n; i += gridDim.x * warps) {
    // A lane keeps its columns of the row through all steps of k: no lane waits for another.
    for (int j = threadIdx.x; j < n; j += lanes) c[std::size_t(i) * n + j] = 0;
    for (int k = 0; k < n; ++k) {
      const Real a_ik = a[std::size_t(i) * n + k];
      // simd
      for (int j = threadIdx.x; j < n; j += lanes)
        c[std::size_t(i) * n + j] += a_ik * b[std::size_t(k) * n + j];
    }
  }
}

}  // namespace

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const auto cells = std::size_t(n) * std::size_t(n);
  league::DeviceArray<Real> a(cells);
  league::DeviceArray<Real> b(cells);
  league::DeviceArray<Real> c(cells);
  a.copy_from(data.a.data());
  b.copy_from(data.b.data());

  watch.start();
  multiply<<<(n + warps - 1) / warps, dim3(lanes, warps)>>>(n, a.data(), b.data(), c.data());
  league::demand_launched();
  watch.stop();

  c.copy_to(data.c.data());
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
