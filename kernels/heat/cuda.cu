// The vendor reference: warps walk down the columns with three rows in registers; padding that
// stays zero takes the place of conditions at the edge.

#include <cstddef>
#include <utility>

#include "../padded_matrix.cuh"
#include "heat.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;  // of a block, one above the other: the rows they share meet in L1
constexpr int rows = 8;   // of a warp: their loads are all under way at once

template <typename Real>
__global__ void __launch_bounds__(lanes* warps)
    step(int n, int pitch, Real weight, const Real* __restrict__ u, Real* __restrict__ v) {
  const int j = int(blockIdx.x) * lanes + int(threadIdx.x);
  const int top = (int(blockIdx.y) * warps + int(threadIdx.y)) * rows;
  if (j >= n || top >= n) return;
  const std::size_t first = std::size_t(top) * pitch + j;

  Real column[rows + 2];  // row n is padding
  column[0] = top > 0 ? u[first - pitch] : Real(0);
  for (int row = 0; row <= rows; ++row)
    column[row + 1] = u[std::size_t(min(top + row, n)) * pitch + j];

  for (int row = 0; row < rows; ++row) {
    if (top + row >= n) break;
    const std::size_t c = first + std::size_t(row) * pitch;
    const Real here = column[row + 1];
    const Real left = j > 0 ? u[c - 1] : Real(0);
    const Real right = u[c + 1];  // a row has one element of padding at least
    v[c] = here + weight * (column[row] + column[row + 2] + left + right - 4 * here);
  }
}

}  // namespace

template <typename Real>
void Heat::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int pitch = (n / lanes + 1) * lanes;
  const auto side = std::size_t(n);
  league::PaddedMatrix<Real> first(side + 1, std::size_t(pitch));
  league::PaddedMatrix<Real> second(side + 1, std::size_t(pitch));
  first.copy_from(data.u.data(), side, side);
  Real* u = first.data();
  Real* v = second.data();
  const dim3 block(lanes, warps);
  const dim3 grid((n + lanes - 1) / lanes, (n + rows * warps - 1) / (rows * warps));

  watch.start();
  for (int s = 0; s < cls.steps; ++s) {
    step<<<grid, block>>>(n, pitch, Real(r), u, v);
    league::demand_launched();
    std::swap(u, v);
  }
  watch.stop();

  first.copy_to(data.u.data(), side, side);
}

template void Heat::run(const Class&, Data<float>&, league::Stopwatch&);
template void Heat::run(const Class&, Data<double>&, league::Stopwatch&);
