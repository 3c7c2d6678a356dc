// What the compilers' mapping costs: the loops of target-simd in CUDA, an elimination step with
// rows to warps and columns to lanes, the pivot chosen on the host.

#include <cmath>
#include <cstddef>

#include "gauss.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;
constexpr int threads = lanes * warps;

/// The iteration of a combined construct without simd that is this thread's.
__device__ int iteration() { return int(blockIdx.x) * threads + int(threadIdx.x); }

int blocks(int iterations) { return (iterations + threads - 1) / threads; }

template <typename Real>
__global__ void collect(int n, int width, int k, const Real* a, Real* column) {
  const int i = k + iteration();
  if (i < n) column[i] = a[i * width + k];
}

template <typename Real>
__global__ void exchange(int width, int k, int p, Real* a) {
  const int j = k + iteration();
  if (j >= width) return;
  const Real upper = a[k * width + j];
  a[k * width + j] = a[p * width + j];
  a[p * width + j] = upper;
}

// A team is a block, a thread of it a warp, a SIMD lane a lane.
template <typename Real>
__global__ void __launch_bounds__(threads) eliminate(int n, int width, int k, Real* a) {
  const int i = k + 1 + int(blockIdx.x) * warps + int(threadIdx.y);
  if (i >= n) return;
  const Real factor = a[i * width + k] / a[k * width + k];
  for (int j = k + 1 + int(threadIdx.x); j < width; j += lanes)
    a[i * width + j] -= factor * a[k * width + j];
}

template <typename Real>
__global__ void substitute(int n, int width, int k, Real* a) {
  const int i = iteration();
  if (i < k) a[i * width + n] -= a[i * width + k] * (a[k * width + n] / a[k * width + k]);
}

template <typename Real>
__global__ void divide(int n, int width, const Real* a, Real* x) {
  const int k = iteration();
  if (k < n) x[k] = a[k * width + n] / a[k * width + k];
}

}  // namespace

template <typename Real>
void Gauss::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int width = n + 1;
  int* pivot = data.pivot.data();
  league::DeviceArray<Real> matrix(std::size_t(n) * width);
  league::DeviceArray<Real> answer(n);
  league::DeviceArray<Real> candidates(n);
  league::vector<Real> host_column(n);
  matrix.copy_from(data.a.data());
  Real* a = matrix.data();
  Real* column = host_column.data();

  watch.start();
  for (int k = 0; k < n; ++k) {
    collect<<<blocks(n - k), threads>>>(n, width, k, a, candidates.data());
    league::demand(cudaMemcpy(column + k, candidates.data() + k, (n - k) * sizeof(Real),
                              cudaMemcpyDeviceToHost),
                   "copy of the column");
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[p])) p = i;
    pivot[k] = p;
    exchange<<<blocks(width - k), threads>>>(width, k, p, a);
    if (k + 1 < n) eliminate<<<(n - k - 2 + warps) / warps, dim3(lanes, warps)>>>(n, width, k, a);
    league::demand_launched();
  }
  for (int k = n - 1; k > 0; --k) substitute<<<blocks(k), threads>>>(n, width, k, a);
  divide<<<blocks(n), threads>>>(n, width, a, answer.data());
  league::demand_launched();
  watch.stop();

  answer.copy_to(data.x.data());
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
