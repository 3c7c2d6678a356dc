// The vendor reference: an order is kept and no row moves; sixteen bytes a load; one kernel a step,
// whose last block finds the next pivot.

#include <cstddef>
#include <utility>

#include "../padded_matrix.cuh"
#include "gauss.hpp"
#include "gauss_rows.cuh"
#include "league/cuda.hpp"

namespace {

using gauss::Chosen;
using gauss::lanes;
using gauss::Left;
using gauss::Pack;
using gauss::threads;

constexpr int helpers = 1024;  // threads that substitute

template <typename Real>
__global__ void __launch_bounds__(threads) begin(int n, Left<Real> left, Chosen chosen) {
  choose(n, 0, left, chosen);
}

// Step k; of the blocks that leave something in `next` the last one finds the next pivot there.
// `arrived` is zero before and after.
template <typename Real>
__global__ void __launch_bounds__(threads)
    eliminate(int n, int pitch, int k, int first, Real* a, Left<Real> left, Left<Real> next,
              Chosen chosen, unsigned* arrived) {
  __shared__ bool last;
  subtract(n, pitch, k, first, a, left, next, chosen.row);
  if (blockIdx.x > 0) return;
  __threadfence();
  __syncthreads();
  if (threadIdx.x + threadIdx.y == 0) last = atomicInc(arrived, gridDim.y - 1) == gridDim.y - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  choose(n, k + 1, next, chosen);
}

// One block, since every unknown waits for the one before; y is scratch.
template <typename Real>
__global__ void __launch_bounds__(helpers)
    substitute(int n, int pitch, const Real* a, const int* order, Real* y, Real* x) {
  const int thread = int(threadIdx.x);
  for (int i = thread; i < n; i += helpers) y[i] = a[std::size_t(order[i]) * pitch + n];
  __syncthreads();
  for (int k = n - 1; k >= 0; --k) {
    const Real value = y[k] / a[std::size_t(order[k]) * pitch + k];
    if (thread == 0) x[k] = value;
    for (int i = thread; i < k; i += helpers) y[i] -= a[std::size_t(order[i]) * pitch + k] * value;
    __syncthreads();
  }
}

}  // namespace

template <typename Real>
void Gauss::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const auto side = std::size_t(n);
  const int pitch = (n / lanes + 1) * lanes;
  league::PaddedMatrix<Real> a(side, std::size_t(pitch));
  league::DeviceArray<Real> first_column(side), second_column(side), x(side);
  league::DeviceArray<int> first_order(side), second_order(side), place(side), row(side);
  league::DeviceArray<unsigned> arrived(1);
  a.copy_from(data.a.data(), side, side + 1);
  for (int i = 0; i < n; ++i) data.pivot[i] = i;
  first_order.copy_from(data.pivot.data());
  league::demand(cudaMemset(arrived.data(), 0, sizeof(unsigned)), "clearing");
  Left<Real> left{first_column.data(), first_order.data()};
  Left<Real> next{second_column.data(), second_order.data()};
  const Chosen chosen{place.data(), row.data()};
  const dim3 block(lanes, gauss::warps);

  watch.start();
  league::demand(cudaMemcpy2DAsync(left.column, sizeof(Real), a.data(), pitch * sizeof(Real),
                                   sizeof(Real), side, cudaMemcpyDeviceToDevice),
                 "copy of the first column");
  begin<<<1, block>>>(n, left, chosen);
  for (int k = 0; k < n - 1; ++k) {
    const int first = (k + 1) / lanes * lanes;  // column k + 1, or before, at a cache line
    const dim3 grid((n - first) / (lanes * Pack<Real>::size) + 1,
                    (n - k - 2) / (gauss::warps * gauss::rows) + 1);
    eliminate<<<grid, block>>>(n, pitch, k, first, a.data(), left, next, chosen, arrived.data());
    std::swap(left, next);
  }
  substitute<<<1, helpers>>>(n, pitch, a.data(), row.data(), next.column, x.data());
  league::demand_launched();
  watch.stop();

  x.copy_to(data.x.data());
  place.copy_to(data.pivot.data());
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
