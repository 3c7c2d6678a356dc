// The vendor reference: a block for four rows, so that a piece of x is read once for four of the
// matrix, sixteen bytes a load; one number a step goes to the host.

#include <cstddef>
#include <utility>

#include "../padded_matrix.cuh"
#include "jacobi-solver.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;
constexpr int threads = lanes * warps;
constexpr int rows = 4;  // of a block

/// As many neighbouring elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real at[size];
};

template <typename Real>
__device__ Pack<Real> load(const Real* array) {
  return *reinterpret_cast<const Pack<Real>*>(array);
}

// Rows of the matrix, and x, are padded with zeros; the diagonal stays in the sum.
template <typename Real>
__global__ void __launch_bounds__(threads)
    iterate(int n, int pitch, const Real* __restrict__ a, const Real* __restrict__ b,
            const Real* __restrict__ x, Real* __restrict__ next, Real* __restrict__ change) {
  __shared__ Real parts[rows][warps];
  const int top = int(blockIdx.x) * rows;
  const Real* row[rows];
  Real sum[rows] = {};
  for (int r = 0; r < rows; ++r) row[r] = a + std::size_t(min(top + r, n - 1)) * pitch;
  #pragma unroll 2
  for (int j = int(threadIdx.x) * Pack<Real>::size; j < pitch; j += threads * Pack<Real>::size) {
    const auto factor = load(x + j);
    for (int r = 0; r < rows; ++r) {
      const auto element = load(row[r] + j);
      for (int e = 0; e < Pack<Real>::size; ++e) sum[r] += element.at[e] * factor.at[e];
    }
  }
  const int lane = int(threadIdx.x) % lanes;
  const int warp = int(threadIdx.x) / lanes;
  for (int r = 0; r < rows; ++r) {
    sum[r] = league::warp_reduce(sum[r]);
    if (lane == 0) parts[r][warp] = sum[r];
  }
  __syncthreads();
  if (warp > 0) return;
  const int i = top + lane;
  Real square = 0;
  if (lane < rows && i < n) {
    Real whole = 0;
    for (const Real part : parts[lane]) whole += part;
    const Real correction = (b[i] - whole) / a[std::size_t(i) * pitch + i];
    next[i] = x[i] + correction;
    square = (next[i] - x[i]) * (next[i] - x[i]);
  }
  square = league::warp_reduce(square);
  if (lane == 0) atomicAdd(change, square);
}

}  // namespace

template <typename Real>
void JacobiSolver::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const auto side = std::size_t(n);
  const int width = lanes * Pack<Real>::size;
  const int pitch = (n + width - 1) / width * width;
  league::PaddedMatrix<Real> a(side, std::size_t(pitch));
  league::PaddedMatrix<Real> vectors(3, std::size_t(pitch));  // x, next and b
  league::PaddedMatrix<Real> changes(1, most);                // one of each iteration
  a.copy_from(data.a.data(), side, side);
  vectors.copy_from(data.x.data(), 1, side);
  Real* x = vectors.data();
  Real* next = x + pitch;
  Real* b = next + pitch;
  league::demand(cudaMemcpy(b, data.b.data(), side * sizeof(Real), cudaMemcpyHostToDevice),
                 "copy to the device");
  Real change = 0;
  int iterations = 0;

  watch.start();
  do {
    Real* const sum = changes.data() + iterations;
    iterate<<<(n + rows - 1) / rows, threads>>>(n, pitch, a.data(), b, x, next, sum);
    league::demand_launched();
    league::demand(cudaMemcpy(&change, sum, sizeof change, cudaMemcpyDeviceToHost),
                   "copy from the device");
    std::swap(x, next);
    ++iterations;
  } while (change > data.limit && iterations < most);
  watch.stop();

  vectors.copy_to(data.x.data(), 1, side);
  data.iterations = iterations;
  data.change = change;
}

template void JacobiSolver::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiSolver::run(const Class&, Data<double>&, league::Stopwatch&);
