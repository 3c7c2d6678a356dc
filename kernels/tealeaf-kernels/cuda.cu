// The vendor reference: a thread a cell; sums by warp shuffles, one atomic addition per block.

#include <cstddef>

#include "league/cuda.hpp"
#include "tealeaf-kernels.hpp"

namespace {

constexpr int threads = 256;

__global__ void __launch_bounds__(threads)
    calc_p(int n, double beta, const double* __restrict__ r, double* __restrict__ p) {
  const int cell = int(blockIdx.x) * threads + int(threadIdx.x);
  if (cell >= n * n) return;
  const int c = (cell / n + 1) * (n + 2) + cell % n + 1;
  p[c] = r[c] + beta * p[c];
}

__global__ void __launch_bounds__(threads)
    calc_w(int n, const double* __restrict__ kx, const double* __restrict__ ky,
           const double* __restrict__ p, double* __restrict__ w, double* pw) {
  const int pitch = n + 2;
  const int cell = int(blockIdx.x) * threads + int(threadIdx.x);
  double product = 0;
  if (cell < n * n) {
    const int c = (cell / n + 1) * pitch + cell % n + 1;
    const double image = (1 + (kx[c + 1] + kx[c]) + (ky[c + pitch] + ky[c])) * p[c] -
                         (kx[c + 1] * p[c + 1] + kx[c] * p[c - 1]) -
                         (ky[c + pitch] * p[c + pitch] + ky[c] * p[c - pitch]);
    w[c] = image;
    product = p[c] * image;
  }
  league::block_add<threads>(product, pw);
}

}  // namespace

template <typename Real>
void TealeafKernels::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int blocks = (n * n + threads - 1) / threads;
  league::DeviceArray<Real> r(data.r.size());
  league::DeviceArray<Real> kx(data.kx.size());
  league::DeviceArray<Real> ky(data.ky.size());
  league::DeviceArray<Real> p(data.p.size());
  league::DeviceArray<Real> w(data.w.size());
  league::DeviceArray<Real> pw(1);
  r.copy_from(data.r.data());
  kx.copy_from(data.kx.data());
  ky.copy_from(data.ky.data());
  p.copy_from(data.p.data());
  w.copy_from(data.w.data());

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    calc_p<<<blocks, threads>>>(n, beta, r.data(), p.data());
    league::demand_launched();
    watch.lap("calc_p");

    league::demand(cudaMemsetAsync(pw.data(), 0, sizeof(Real)), "clearing");
    calc_w<<<blocks, threads>>>(n, kx.data(), ky.data(), p.data(), w.data(), pw.data());
    league::demand_launched();
    pw.copy_to(&data.pw[std::size_t(step)]);
    watch.lap("calc_w");
  }
  watch.stop();

  p.copy_to(data.p.data());
  w.copy_to(data.w.data());
}

template void TealeafKernels::run(const Class&, Data<double>&, league::Stopwatch&);
