// How well the compiler maps `loop`: as target-data, with the levels left to it.

#include "matmul.hpp"

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  #pragma omp target data map(to : a[0 : cells], b[0 : cells]) map(from : c[0 : cells])
  {
    watch.start();
    #pragma omp target teams loop collapse(2)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        Real sum = 0;
        for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
      }
    watch.stop();
  }
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
