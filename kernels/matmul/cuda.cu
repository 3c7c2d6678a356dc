// The vendor reference: tiles in shared memory, twice; a register tile per thread; no tensor cores.

#include <cstddef>
#include <type_traits>

#include "../padded_matrix.cuh"
#include "league/cuda.hpp"
#include "matmul.hpp"

namespace {

// 8 warps as 4 x 2, each of 4 x 8 threads: 16 x 16 threads over a tile.
constexpr int threads = 256;

/// As many neighbouring elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real element[size];
};

/// A pack that was put together by element is stored by element, if nobody insists; in fp64 one
/// store would need neighbouring registers that the sums have, and spill.
__device__ void put(const float (&from)[4], float* to) {
  __stcs(reinterpret_cast<float4*>(to), make_float4(from[0], from[1], from[2], from[3]));
}
__device__ void put(const double (&from)[2], double* to) {
  for (int e = 0; e < 2; ++e) to[e] = from[e];
}

/// Shape of the tile of C that a block computes, and of the slices of A and B that lead to it.
template <int rows_, int columns_, int depth_>
struct Tile {
  static constexpr int rows = rows_, columns = columns_, depth = depth_;
};

/// A thread holds rows/16 by columns/16 elements of a tile: 64 registers of sums for a large one in
/// either precision, so that two blocks share a multiprocessor.
template <typename Real>
using Large = std::conditional_t<sizeof(Real) == 4, Tile<128, 128, 16>, Tile<128, 64, 8>>;
template <typename Real>
using Small = std::conditional_t<sizeof(Real) == 4, Tile<64, 64, 16>, Tile<32, 32, 16>>;
constexpr int most_in_small_tiles = 256;  // large ones would be too few to go round

template <typename T, typename Real>
__global__ void __launch_bounds__(threads, 2)
    multiply(int pitch, const Real* __restrict__ a, const Real* __restrict__ b,
             Real* __restrict__ c) {
  using P = Pack<Real>;
  constexpr int v = P::size;
  constexpr int packs_a = T::rows * T::depth / v / threads;     // that a thread fetches of A
  constexpr int packs_b = T::columns * T::depth / v / threads;  // and of B
  constexpr int mine_rows = T::rows / 16 / v;                   // packs of a thread's register tile
  constexpr int mine_columns = T::columns / 16 / v;
  constexpr int a_row = T::rows + 4;  // the slices of A are stored across; 4 spread over the banks
  alignas(16) __shared__ Real tile_a[2][T::depth][a_row];
  alignas(16) __shared__ Real tile_b[2][T::depth][T::columns];

  const int t = threadIdx.x;
  const int warp = t / 32;
  const int y = warp / 2 * 4 + t % 32 / 8;  // place among the 16 x 16 threads; a warp reads
  const int x = warp % 2 * 8 + t % 8;       // 4 packs of A and 8 of B, without bank conflicts
  // Where this thread's packs of the next slice are.
  const Real* from_a =
      a + std::size_t(blockIdx.y * T::rows + t * v / T::depth) * pitch + t * v % T::depth;
  const Real* from_b =
      b + std::size_t(t * v / T::columns) * pitch + blockIdx.x * T::columns + t * v % T::columns;

  P next_a[packs_a];
  P next_b[packs_b];
  const auto fetch = [&] {
    for (int p = 0; p < packs_a; ++p)
      next_a[p] =
          *reinterpret_cast<const P*>(from_a + std::size_t(p * threads * v / T::depth) * pitch);
    for (int p = 0; p < packs_b; ++p)
      next_b[p] =
          *reinterpret_cast<const P*>(from_b + std::size_t(p * threads * v / T::columns) * pitch);
    from_a += T::depth;
    from_b += std::size_t(T::depth) * pitch;
  };
  const auto store = [&](int half) {
    for (int p = 0; p < packs_a; ++p) {
      const int at = (t + p * threads) * v;
      for (int e = 0; e < v; ++e)
        tile_a[half][at % T::depth + e][at / T::depth] = next_a[p].element[e];
    }
    for (int p = 0; p < packs_b; ++p) {
      const int at = (t + p * threads) * v;
      *reinterpret_cast<P*>(&tile_b[half][at / T::columns][at % T::columns]) = next_b[p];
    }
  };

  Real sum[mine_rows * v][mine_columns * v] = {};
  fetch();
  store(0);
  __syncthreads();
  for (int k = 0, half = 0; k < pitch; k += T::depth, half ^= 1) {
    const bool more = k + T::depth < pitch;
    if (more) fetch();  // arrives while the current slice is multiplied
    for (int d = 0; d < T::depth; ++d) {
      P left[mine_rows];
      P right[mine_columns];
      for (int p = 0; p < mine_rows; ++p)
        left[p] = *reinterpret_cast<const P*>(&tile_a[half][d][(p * 16 + y) * v]);
      for (int p = 0; p < mine_columns; ++p)
        right[p] = *reinterpret_cast<const P*>(&tile_b[half][d][(p * 16 + x) * v]);
      for (int i = 0; i < mine_rows * v; ++i)
        for (int j = 0; j < mine_columns * v; ++j)
          sum[i][j] += left[i / v].element[i % v] * right[j / v].element[j % v];
    }
    if (more) store(half ^ 1);  // read last before the previous barrier
    __syncthreads();
  }

  Real* to = c + std::size_t(blockIdx.y) * T::rows * pitch + std::size_t(blockIdx.x) * T::columns;
  for (int i = 0; i < mine_rows * v; ++i)
    for (int p = 0; p < mine_columns; ++p) {
      P out;
      for (int e = 0; e < v; ++e) out.element[e] = sum[i][p * v + e];
      const int row = (i / v * 16 + y) * v + i % v;
      put(out.element, to + std::size_t(row) * pitch + (p * 16 + x) * v);
    }
}

}  // namespace

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const bool large = cls.n > most_in_small_tiles;
  const auto kernel = large ? multiply<Large<Real>, Real> : multiply<Small<Real>, Real>;
  const dim3 tile = large ? dim3(Large<Real>::columns, Large<Real>::rows)
                          : dim3(Small<Real>::columns, Small<Real>::rows);
  const auto n = std::size_t(cls.n);
  const std::size_t pitch = (n + tile.y - 1) / tile.y * tile.y;  // zeros add nothing to a sum
  league::PaddedMatrix<Real> a(pitch, pitch), b(pitch, pitch), c(pitch, pitch);
  a.copy_from(data.a.data(), n, n);
  b.copy_from(data.b.data(), n, n);

  watch.start();
  kernel<<<dim3(unsigned(pitch) / tile.x, unsigned(pitch) / tile.y), threads>>>(
      int(pitch), a.data(), b.data(), c.data());
  league::demand_launched();
  watch.stop();

  c.copy_to(data.c.data(), n, n);
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
