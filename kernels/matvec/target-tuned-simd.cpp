// What suits a compiler whose threads are warps and whose SIMD lanes are threads of the GPU: rows
// to threads, columns to lanes.

#include "matvec.hpp"

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int rows = cls.rows;
  const int columns = cls.columns;
  const long cells = long(rows) * columns;
  const int all_x = cls.products * columns;
  const int all_y = cls.products * rows;
  const int teams = (rows + 7) / 8;  // of eight threads, a row each
  const Real* a = data.a.data();
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : a[0 : cells], x[0 : all_x]) map(from : y[0 : all_y])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(8)
      for (int i = 0; i < rows; ++i) {
        Real sum = 0;
        #pragma omp simd reduction(+ : sum)
        for (int j = 0; j < columns; ++j) sum += a[long(i) * columns + j] * x[j];
        y[i] = sum;
      }
      x += columns;
      y += rows;
    }
    watch.stop();
  }
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
