// What the third level is mapped to: as target-rows, with columns to SIMD lanes.

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
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) c[i * n + j] = 0;
      for (int k = 0; k < n; ++k) {
        const Real a_ik = a[i * n + k];
        #pragma omp simd
        for (int j = 0; j < n; ++j) c[i * n + j] += a_ik * b[k * n + j];
      }
    }
    watch.stop();
  }
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
