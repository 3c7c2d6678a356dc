// The same lambdas by Kokkos, with addresses of the device.

#include <Kokkos_Core.hpp>

#include "tealeaf-kernels.hpp"

namespace {

using Range = Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::IndexType<int>>;

}  // namespace

template <typename Real>
void TealeafKernels::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  static const Kokkos::ScopeGuard kokkos;  // from the first run to the end of the program
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
    const Range all(0, n * n);
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      #pragma omp target data use_device_ptr(r, p)
      Kokkos::parallel_for(
          "calc_p", all, KOKKOS_LAMBDA(int cell) {
            const int c = (cell / n + 1) * pitch + cell % n + 1;
            p[c] = r[c] + beta * p[c];
          });
      Kokkos::fence();
      watch.lap("calc_p");

      Real pw = 0;
      #pragma omp target data use_device_ptr(kx, ky, p, w)
      Kokkos::parallel_reduce(
          "calc_w", all,
          KOKKOS_LAMBDA(int cell, Real& part) {
            const int c = (cell / n + 1) * pitch + cell % n + 1;
            w[c] = (1 + (kx[c + 1] + kx[c]) + (ky[c + pitch] + ky[c])) * p[c] -
                   (kx[c + 1] * p[c + 1] + kx[c] * p[c - 1]) -
                   (ky[c + pitch] * p[c + pitch] + ky[c] * p[c - pitch]);
            part += p[c] * w[c];
          },
          pw);
      data.pw[std::size_t(step)] = pw;
      watch.lap("calc_w");
    }
    watch.stop();
  }
}

template void TealeafKernels::run(const Class&, Data<double>&, league::Stopwatch&);
