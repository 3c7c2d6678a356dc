// The vendor reference: warps walk through the planes with three points in registers; lines are
// padded so that every warp begins at a cache line.

#include <cstddef>
#include <utility>

#include "../padded_matrix.cuh"
#include "laplacian.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;   // of a block, on neighbouring lines, which meet in L1
constexpr int depth = 16;  // planes a thread walks through: two more are read than are written

template <typename Real>
__global__ void __launch_bounds__(lanes* warps)
    sweep(int n, int pitch, const Real* __restrict__ u, Real* __restrict__ v) {
  const int k = int(blockIdx.x) * lanes + int(threadIdx.x);
  const int j = 1 + int(blockIdx.y) * warps + int(threadIdx.y);
  const int begin = 1 + int(blockIdx.z) * depth;
  const int end = min(begin + depth, n);
  if (k == 0 || k >= n || j >= n) return;  // the boundary stays as it is
  const std::size_t plane = std::size_t(n + 1) * pitch;
  std::size_t c = begin * plane + std::size_t(j) * pitch + k;
  Real behind = u[c - plane];
  Real here = u[c];
  #pragma unroll 4
  for (int i = begin; i < end; ++i) {
    const Real ahead = u[c + plane];
    const Real sum = behind + ahead + u[c - pitch] + u[c + pitch] + u[c - 1] + u[c + 1];
    v[c] = (sum - 6 * here) / 8;
    behind = here;
    here = ahead;
    c += plane;
  }
}

}  // namespace

template <typename Real>
void Laplacian::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const auto points = std::size_t(n) + 1;
  const int pitch = (n / lanes + 1) * lanes;
  league::PaddedMatrix<Real> first(points * points, std::size_t(pitch));
  league::PaddedMatrix<Real> second(points * points, std::size_t(pitch));
  first.copy_from(data.u.data(), points * points, points);
  second.copy_from(data.v.data(), points * points, points);
  Real* u = first.data();
  Real* v = second.data();
  const dim3 block(lanes, warps);
  const dim3 grid(pitch / lanes, (n - 1 + warps - 1) / warps, (n - 1 + depth - 1) / depth);

  watch.start();
  for (int s = 0; s < cls.sweeps; ++s) {
    sweep<<<grid, block>>>(n, pitch, u, v);
    league::demand_launched();
    std::swap(u, v);
  }
  watch.stop();

  first.copy_to(data.u.data(), points * points, points);
}

template void Laplacian::run(const Class&, Data<float>&, league::Stopwatch&);
template void Laplacian::run(const Class&, Data<double>&, league::Stopwatch&);
