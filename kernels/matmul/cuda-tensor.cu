// Tensor instructions: slices in shared memory, twice, copied there asynchronously, and 32 x 32
// sums in the registers of each warp.  fp64 has an instruction; fp32 is three products of halves of
// its digits.

#include <cuda_pipeline.h>

#include <cstddef>
#include <stdexcept>

#include "../padded_matrix.cuh"
#include "league/cuda.hpp"
#include "matmul.hpp"
#include "matmul_body.cuh"

namespace {

constexpr int threads = 256;  // 4 x 2 warps over a tile of C
constexpr int side = 32;      // of what a warp computes
constexpr int rows = 4 * side;
constexpr int columns = 2 * side;
constexpr int padding = 128;  // a multiple of both: the kernel knows no remainders

template <typename Real>
__global__ void __launch_bounds__(threads, 2)
    multiply(int pitch, const Real* __restrict__ a, const Real* __restrict__ b,
             Real* __restrict__ c) {
  using S = matmul::Shape<Real>;
  constexpr int v = 16 / sizeof(Real);      // elements that are copied at a time
  constexpr int depth = 64 / sizeof(Real);  // of the slices
  constexpr int spread = 2 * v;             // behind each row: no bank conflicts
  alignas(32) __shared__ Real tile_a[2][rows][depth + spread];
  alignas(32) __shared__ Real tile_b[2][depth][columns + spread];

  const int t = threadIdx.x;
  const int y = t / 64 * side;
  const int x = t / 32 % 2 * side;
  const Real* from_a = a + std::size_t(blockIdx.y) * rows * pitch;
  const Real* from_b = b + std::size_t(blockIdx.x) * columns;
  const auto fetch = [&](int k, int half) {
    for (int at = t * v; at < rows * depth; at += threads * v)
      __pipeline_memcpy_async(&tile_a[half][at / depth][at % depth],
                              from_a + std::size_t(at / depth) * pitch + k + at % depth, 16);
    for (int at = t * v; at < depth * columns; at += threads * v)
      __pipeline_memcpy_async(&tile_b[half][at / columns][at % columns],
                              from_b + std::size_t(k + at / columns) * pitch + at % columns, 16);
  };

  matmul::Sums<Real> sums[side / S::m][side / S::n];
  fetch(0, 0);
  __pipeline_commit();
  for (int k = 0, half = 0; k < pitch; k += depth, half ^= 1) {
    if (k + depth < pitch) fetch(k + depth, half ^ 1);  // arrives while this slice is multiplied
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int d = 0; d < depth; d += S::k) {
      matmul::Right<Real> right[side / S::n];
      for (int j = 0; j < side / S::n; ++j)
        right[j].load(&tile_b[half][d][x + j * S::n], columns + spread);
      for (int i = 0; i < side / S::m; ++i) {
        matmul::Left<Real> left;
        left.load(&tile_a[half][y + i * S::m][d], depth + spread);
        for (int j = 0; j < side / S::n; ++j) sums[i][j].add(left, right[j]);
      }
    }
    __syncthreads();
  }

  Real* to = c + std::size_t(blockIdx.y * rows + y) * pitch + blockIdx.x * columns + x;
  for (int i = 0; i < side / S::m; ++i)
    for (int j = 0; j < side / S::n; ++j)
      sums[i][j].store(to + std::size_t(i) * S::m * pitch + j * S::n, pitch);
}

}  // namespace

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  int major = 0;
  league::demand(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), "device");
  if (major < 8) throw std::runtime_error("needs tensor instructions of sm_80 or later");
  const int pitch = (cls.n + padding - 1) / padding * padding;
  const auto n = std::size_t(cls.n);
  const auto padded = std::size_t(pitch);
  league::PaddedMatrix<Real> a(padded, padded);  // zeros beyond n add nothing to a sum
  league::PaddedMatrix<Real> b(padded, padded);
  league::PaddedMatrix<Real> c(padded, padded);
  a.copy_from(data.a.data(), n, n);
  b.copy_from(data.b.data(), n, n);
  const dim3 grid(pitch / columns, pitch / rows);

  watch.start();
  multiply<<<grid, threads>>>(pitch, a.data(), b.data(), c.data());
  league::demand_launched();
  watch.stop();

  c.copy_to(data.c.data(), n, n);
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
