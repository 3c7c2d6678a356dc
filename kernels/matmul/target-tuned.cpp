// The best we can do with clauses: a tile of C per team, slices of A and B in its own memory.

#include "matmul.hpp"

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int tile = 64;                // rows and columns of C that a team computes
  constexpr int depth = 32;               // of a slice; both slices fit into 48 kB in fp64
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
    // A team per tile and a thread per part of it, by arithmetic.  Tried on the x86_64 device: left
    // to itself it makes one team, whose threads then wait for each other after every slice.
    #pragma omp target teams distribute collapse(2) num_teams(tiles) thread_limit(parts)
    for (int ii = 0; ii < n; ii += tile)
      for (int jj = 0; jj < n; jj += tile) {
        Real slice_a[depth][tile + pad];
        Real slice_b[depth][across][columns + pad];
        #pragma omp parallel
        for (int kk = 0; kk < n; kk += depth) {
          #pragma omp for collapse(2) nowait
          for (int d = 0; d < depth; ++d)
            for (int j = 0; j < tile; ++j)
              slice_b[d][j / columns][j % columns] =
                  kk + d < n && jj + j < n ? b[(kk + d) * n + jj + j] : 0;
          #pragma omp for collapse(2)
          for (int i = 0; i < tile; ++i)
            for (int d = 0; d < depth; ++d)
              slice_a[d][i] = ii + i < n && kk + d < n ? a[(ii + i) * n + kk + d] : 0;

          #pragma omp for
          for (int part = 0; part < parts; ++part) {
            const int i = part / across * rows;
            const int j = part % across;
            Real sum[rows][columns] = {};
            for (int d = 0; d < depth; ++d)
              for (int y = 0; y < rows; ++y)
                for (int x = 0; x < columns; ++x) sum[y][x] += slice_a[d][i + y] * slice_b[d][j][x];
            for (int y = 0; y < rows && ii + i + y < n; ++y)
              for (int x = 0; x < columns && jj + j * columns + x < n; ++x) {
                const int at = (ii + i + y) * n + jj + j * columns + x;
                c[at] = kk == 0 ? sum[y][x] : c[at] + sum[y][x];
              }
          }
        }
      }
    watch.stop();
  }
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
