// Unified shared memory against mapping: as target-data, without a word about data.

#include "matvec.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int rows = cls.rows;
  const int columns = cls.columns;
  const Real* a = data.a.data();
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < rows; ++i) {
      Real sum = 0;
      for (int j = 0; j < columns; ++j) sum += a[long(i) * columns + j] * x[j];
      y[i] = sum;
    }
    x += columns;
    y += rows;
  }
  watch.stop();
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
