// The best we can do with clauses: a tile of C per team, slices of A and B in its own memory, and
// sums that stay in registers.

#include <omp.h>

#include "matmul.hpp"

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int tile = 64;                // rows and columns of C that a team computes
  constexpr int depth = 16;               // of a slice
  constexpr int rows = 4;                 // of C that a thread computes at a time ...
  constexpr int columns = 8;              // ... and columns: sums that fit into registers
  constexpr int pad = 16 / sizeof(Real);  // keeps threads out of each other's memory banks
  constexpr int across = tile / columns;
  constexpr int parts = tile / rows * across;
  const int n = cls.n;
  const int cells = n * n;
  const int side = (n + tile - 1) / tile;
  const int tiles = side * side;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  #pragma omp target data map(to : a[0 : cells], b[0 : cells]) map(from : c[0 : cells])
  {
    watch.start();
    // A team per tile and a thread per part of it, by arithmetic.
    #pragma omp target teams distribute num_teams(tiles) thread_limit(parts)
    for (int t = 0; t < tiles; ++t) {
      const int top = t / side * tile;
      const int left = t % side * tile;
      Real slice_a[depth][tile + pad];
      #pragma omp allocate(slice_a) allocator(omp_pteam_mem_alloc)
      Real slice_b[depth][across][columns + pad];
      #pragma omp allocate(slice_b) allocator(omp_pteam_mem_alloc)

      #pragma omp parallel
      {
        const int threads = omp_get_num_threads();
        const int thread = omp_get_thread_num();
        // All threads go the same way through the barriers, also where they are fewer than parts.
        for (int first = 0; first < parts; first += threads) {
          const int part = first + thread;
          const int i = part / across * rows;
          const int j = part % across;
          Real sum[rows][columns] = {};
          for (int kk = 0; kk < n; kk += depth) {
            for (int e = thread; e < depth * tile; e += threads) {
              const int k = kk + e / tile;
              const int x = e % tile;
              slice_b[e / tile][x / columns][x % columns] =
                  k < n && left + x < n ? b[k * n + left + x] : 0;
            }
            for (int e = thread; e < depth * tile; e += threads) {
              const int y = e / depth;
              const int k = kk + e % depth;
              slice_a[e % depth][y] = top + y < n && k < n ? a[(top + y) * n + k] : 0;
            }
            #pragma omp barrier
            if (part < parts)
              for (int d = 0; d < depth; ++d)
                for (int y = 0; y < rows; ++y)
                  for (int x = 0; x < columns; ++x)
                    sum[y][x] += slice_a[d][i + y] * slice_b[d][j][x];
            #pragma omp barrier
          }
          for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x) {
              const int row = top + i + y;
              const int column = left + j * columns + x;
              if (part < parts && row < n && column < n) c[row * n + column] = sum[y][x];
            }
        }
      }
    }
    watch.stop();
  }
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
