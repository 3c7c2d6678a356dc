// CUDA with the loop structure of the directives: teams are blocks, threads are warps, SIMD is
// lanes.

#include <cstddef>

#include "league/cuda.hpp"
#include "matvec.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;  // of a block: the 256 threads that suit most kernels

// Compare with target-simd: its three directives stand where they are done by hand.
template <typename Real>
__global__ void __launch_bounds__(lanes* warps)
    multiply(int columns, const Real* a, const Real* x, Real* y) {
  __shared__ Real of_warp[warps];
  const int i = blockIdx.x;  // target teams distribute
  Real sum = 0;
  // parallel for reduction(+ : sum)
  for (int strip = threadIdx.y * lanes; strip < columns; strip += warps * lanes) {
    // simd reduction(+ : part)
    const int j = strip + int(threadIdx.x);
    const Real part = j < columns ? a[std::size_t(i) * columns + j] * x[j] : 0;
    sum += league::warp_reduce(part);
  }
  if (threadIdx.x == 0) of_warp[threadIdx.y] = sum;
  __syncthreads();
  if (threadIdx.x != 0 || threadIdx.y != 0) return;
  for (int warp = 1; warp < warps; ++warp) sum += of_warp[warp];
  y[i] = sum;
}

}  // namespace

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int rows = cls.rows;
  const int columns = cls.columns;
  league::DeviceArray<Real> a(data.a.size());
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  a.copy_from(data.a.data());
  x.copy_from(data.x.data());

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    multiply<<<rows, dim3(lanes, warps)>>>(columns, a.data(), x.data() + product * columns,
                                           y.data() + product * rows);
    league::demand_launched();
  }
  watch.stop();

  y.copy_to(data.y.data());
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
