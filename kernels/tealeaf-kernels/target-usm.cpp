// Unified shared memory against mapping: as target-data, without a word about data.

#include "tealeaf-kernels.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void TealeafKernels::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int pitch = TealeafKernels::pitch(cls);
  const Real beta = TealeafKernels::beta;
  const Real* r = data.r.data();
  const Real* kx = data.kx.data();
  const Real* ky = data.ky.data();
  Real* p = data.p.data();
  Real* w = data.w.data();

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    #pragma omp target teams distribute parallel for
    for (int cell = 0; cell < n * n; ++cell) {
      const int c = (cell / n + 1) * pitch + cell % n + 1;
      p[c] = r[c] + beta * p[c];
    }
    watch.lap("calc_p");

    Real pw = 0;
    #pragma omp target teams distribute parallel for reduction(+ : pw)
    for (int cell = 0; cell < n * n; ++cell) {
      const int c = (cell / n + 1) * pitch + cell % n + 1;
      w[c] = (1 + (kx[c + 1] + kx[c]) + (ky[c + pitch] + ky[c])) * p[c] -
             (kx[c + 1] * p[c + 1] + kx[c] * p[c - 1]) -
             (ky[c + pitch] * p[c + pitch] + ky[c] * p[c - pitch]);
      pw += p[c] * w[c];
    }
    data.pw[std::size_t(step)] = pw;
    watch.lap("calc_w");
  }
  watch.stop();
}

template void TealeafKernels::run(const Class&, Data<double>&, league::Stopwatch&);
