// The vendor reference: warps walk down the columns, sixteen bytes a lane, and keep rows in
// registers.

#include <cstddef>
#include <utility>

#include "../padded_matrix.cuh"
#include "jacobi.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 4;  // of a block, one above the other: the rows they share meet in L1
constexpr int rows = 8;   // of a warp: their loads are all under way at once
constexpr int threads = lanes * warps;

/// As many neighbouring cells as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real cell[size];
};

/// Rows are padded to whole warps, so that every lane may load.
template <typename Real>
constexpr int padded(int n) {
  constexpr int width = lanes * Pack<Real>::size;
  return (n + width - 1) / width * width;
}

template <typename Real>
__device__ Pack<Real> load(const Real* u, int pitch, int i, int j) {
  return *reinterpret_cast<const Pack<Real>*>(u + std::size_t(i) * pitch + j);
}

template <typename Real>
__global__ void __launch_bounds__(threads)
    sweep(int n, int pitch, const Real* __restrict__ u, Real* __restrict__ v) {
  constexpr int size = Pack<Real>::size;
  const int lane = threadIdx.x;
  const int j = (int(blockIdx.x) * lanes + lane) * size;  // first column of the lane
  const int top = 1 + (int(blockIdx.y) * warps + int(threadIdx.y)) * rows;  // first row of the warp

  Pack<Real> column[rows + 2];
  for (int row = 0; row < rows + 2; ++row)
    column[row] = load(u, pitch, min(top - 1 + row, n - 1), j);

  for (int row = 0; row < rows; ++row) {
    const int i = min(top + row, n - 1);
    const auto& here = column[row + 1];
    const Real* edge = u + std::size_t(i) * pitch + j;  // neighbours that other warps hold
    Real left = __shfl_up_sync(~0u, here.cell[size - 1], 1);
    Real right = __shfl_down_sync(~0u, here.cell[0], 1);
    if (lane == 0 && j > 0) left = edge[-1];
    if (lane == lanes - 1 && j + size < pitch) right = edge[size];

    Pack<Real> mean;
    for (int e = 0; e < size; ++e) {
      const Real west = e == 0 ? left : here.cell[e - 1];
      const Real east = e == size - 1 ? right : here.cell[e + 1];
      mean.cell[e] = (column[row].cell[e] + column[row + 2].cell[e] + west + east) / 4;
    }
    Real* out = v + std::size_t(i) * pitch + j;
    if (i == n - 1) continue;  // the boundary stays as it is
    if (j > 0 && j + size < n) {
      *reinterpret_cast<Pack<Real>*>(out) = mean;
    } else {
      for (int e = 0; e < size; ++e)
        if (j + e > 0 && j + e < n - 1) out[e] = mean.cell[e];
    }
  }
}

}  // namespace

template <typename Real>
void Jacobi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int pitch = padded<Real>(n);
  const auto side = std::size_t(n);
  league::PaddedMatrix<Real> first(side, std::size_t(pitch));
  league::PaddedMatrix<Real> second(side, std::size_t(pitch));
  first.copy_from(data.u.data(), side, side);
  second.copy_from(data.v.data(), side, side);
  Real* u = first.data();
  Real* v = second.data();
  const dim3 block(lanes, warps);
  const dim3 grid(pitch / (lanes * Pack<Real>::size), (n - 2 + rows * warps - 1) / (rows * warps));

  watch.start();
  for (int s = 0; s < cls.sweeps; ++s) {
    sweep<<<grid, block>>>(n, pitch, u, v);
    league::demand_launched();
    std::swap(u, v);
  }
  watch.stop();

  first.copy_to(data.u.data(), side, side);
}

template void Jacobi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Jacobi::run(const Class&, Data<double>&, league::Stopwatch&);
