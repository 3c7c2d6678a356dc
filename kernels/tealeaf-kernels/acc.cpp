// The other directive model: as target-data, in OpenACC.

#include "tealeaf-kernels.hpp"

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
  const long size = long(data.p.size());

  #pragma acc data copyin(r[0 : size], kx[0 : size], ky[0 : size]) copy(p[0 : size], w[0 : size])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      #pragma acc parallel loop present(r[0 : size], p[0 : size])
      for (int cell = 0; cell < n * n; ++cell) {
        const int c = (cell / n + 1) * pitch + cell % n + 1;
        p[c] = r[c] + beta * p[c];
      }
      watch.lap("calc_p");

      Real pw = 0;
      #pragma acc parallel loop copy(pw) reduction(+ : pw) \
          present(kx[0 : size], ky[0 : size], p[0 : size], w[0 : size])
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
}

template void TealeafKernels::run(const Class&, Data<double>&, league::Stopwatch&);
