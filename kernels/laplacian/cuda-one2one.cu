// What the compilers' mapping costs: the loops of target-three-level in CUDA, a team a block, a
// thread a warp, a SIMD lane a lane.

#include <cstddef>
#include <utility>

#include "laplacian.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;

template <typename Real>
__global__ void __launch_bounds__(lanes* warps)
    sweep(int n, const Real* __restrict__ u, Real* __restrict__ v) {
  const int line = n + 1;
  const int plane = line * line;
  for (int i = 1 + int(blockIdx.x); i < n; i += int(gridDim.x))
    for (int j = 1 + int(threadIdx.y); j < n; j += warps)
      for (int k = 1 + int(threadIdx.x); k < n; k += lanes) {
        const int c = i * plane + j * line + k;
        const Real sum =
            u[c - plane] + u[c + plane] + u[c - line] + u[c + line] + u[c - 1] + u[c + 1];
        v[c] = (sum - 6 * u[c]) / 8;
      }
}

}  // namespace

template <typename Real>
void Laplacian::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const auto points = std::size_t(n) + 1;
  const std::size_t cells = points * points * points;
  league::DeviceArray<Real> first(cells);
  league::DeviceArray<Real> second(cells);
  first.copy_from(data.u.data());
  second.copy_from(data.v.data());
  Real* u = first.data();
  Real* v = second.data();
  const dim3 block(lanes, warps);

  watch.start();
  for (int s = 0; s < cls.sweeps; ++s) {
    sweep<<<n - 1, block>>>(n, u, v);
    league::demand_launched();
    std::swap(u, v);
  }
  watch.stop();

  first.copy_to(data.u.data());
}

template void Laplacian::run(const Class&, Data<float>&, league::Stopwatch&);
template void Laplacian::run(const Class&, Data<double>&, league::Stopwatch&);
