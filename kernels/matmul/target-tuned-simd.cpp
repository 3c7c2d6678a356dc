// What suits a compiler whose threads are warps and whose SIMD lanes are threads of the GPU: blocks
// of rows to threads, columns to lanes, a sum for each row in registers.

#include "matmul.hpp"

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int rows =
      8;  // of C that a lane computes at a time: an element of B is read once for all
  const int n = cls.n;
  const int cells = n * n;
  const int lanes = 32;
  const int strips = (n + lanes - 1) / lanes;
  const int parts = (n + rows - 1) / rows * strips;
  const int teams = (parts + 7) / 8;  // of eight threads, a part each
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  #pragma omp target data map(to : a[0 : cells], b[0 : cells]) map(from : c[0 : cells])
  {
    watch.start();
    #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(8)
    for (int part = 0; part < parts; ++part) {
      const int top = part / strips * rows;
      const int left = part % strips * lanes;
      const int right = left + lanes < n ? left + lanes : n;
      #pragma omp simd
      for (int j = left; j < right; ++j) {
        Real sum[rows] = {};
        for (int k = 0; k < n; ++k)
          for (int r = 0; r < rows; ++r)
            sum[r] += a[(top + r < n ? top + r : n - 1) * n + k] * b[k * n + j];
        for (int r = 0; r < rows; ++r)
          if (top + r < n) c[(top + r) * n + j] = sum[r];
      }
    }
    watch.stop();
  }
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
