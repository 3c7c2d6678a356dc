// Explicit translation: as target-lambda, in use_device_ptr, so that lambdas capture addresses of
// the device.

#include "tealeaf-kernels.hpp"
#include "tealeaf-kernels_rows.hpp"

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

  #pragma omp target data map(to : r[0 : size], kx[0 : size], ky[0 : size]) \
      map(tofrom : p[0 : size], w[0 : size])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      #pragma omp target data use_device_ptr(r, p)
      forall(0, n * n, [=](int cell) {
        const int c = (cell / n + 1) * pitch + cell % n + 1;
        p[c] = r[c] + beta * p[c];
      });
      watch.lap("calc_p");

      Real pw = 0;
      #pragma omp target data use_device_ptr(kx, ky, p, w)
      pw = forall_sum<Real>(0, n * n, [=](int cell) {
        const int c = (cell / n + 1) * pitch + cell % n + 1;
        w[c] = (1 + (kx[c + 1] + kx[c]) + (ky[c + pitch] + ky[c])) * p[c] -
               (kx[c + 1] * p[c + 1] + kx[c] * p[c - 1]) -
               (ky[c + pitch] * p[c + pitch] + ky[c] * p[c - pitch]);
        return p[c] * w[c];
      });
      data.pw[std::size_t(step)] = pw;
      watch.lap("calc_w");
    }
    watch.stop();
  }
}

template void TealeafKernels::run(const Class&, Data<double>&, league::Stopwatch&);
