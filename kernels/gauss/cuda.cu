// The vendor reference: an order is kept and no row moves; sixteen bytes a load.

#include <cstddef>
#include <utility>

#include "gauss.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;
constexpr int rows = 4;        // of a warp: their loads are all under way at once
constexpr int helpers = 1024;  // threads of what a single block does

/// As many neighbouring elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real at[size];
};

/// A row and how large its element in the column is.
template <typename Real>
struct Candidate {
  Real size;
  int row;
};

/// What league::warp_reduce() moves: the two numbers, without the padding behind them.
template <typename Real>
__device__ Candidate<Real> shuffle_down(const Candidate<Real>& one, int distance, int width) {
  return {league::shuffle_down(one.size, distance, width),
          league::shuffle_down(one.row, distance, width)};
}

// Finds the pivot of step k among column[k ... n - 1] and puts its row in place.
template <typename Real>
__global__ void __launch_bounds__(helpers)
    choose(int n, int k, Real* column, int* order, int* pivot) {
  Candidate<Real> best{-1, k};
  for (int i = k + int(threadIdx.x); i < n; i += helpers)
    if (abs(column[i]) > best.size) best = {abs(column[i]), i};
  const int row = league::block_reduce<helpers>(best, [](const auto& a, const auto& b) {
                    return b.size > a.size ? b : a;
                  }).row;
  if (threadIdx.x > 0) return;
  pivot[k] = row;
  const Real value = column[k];
  column[k] = column[row];
  column[row] = value;
  const int place = order[k];
  order[k] = order[row];
  order[row] = place;
}

// Subtracts from the rows behind k, and leaves what is then in column k + 1 in `next`.  Columns
// before it that share its pack change too, but nobody reads them again.
template <typename Real>
__global__ void __launch_bounds__(lanes* warps)
    eliminate(int n, int pitch, int k, int first, Real* __restrict__ a,
              const Real* __restrict__ column, Real* __restrict__ next,
              const int* __restrict__ order) {
  constexpr int size = Pack<Real>::size;
  const int j = first + (int(blockIdx.x) * lanes + int(threadIdx.x)) * size;
  const int top = k + 1 + (int(blockIdx.y) * warps + int(threadIdx.y)) * rows;
  if (j + size <= k + 1 || j > n) return;
  const auto upper = *reinterpret_cast<const Pack<Real>*>(a + std::size_t(order[k]) * pitch + j);
  Pack<Real>* place[rows];
  Pack<Real> row[rows];
  // What is behind the last row is left alone: the last one may be another warp's, which writes it.
  for (int r = 0; r < rows; ++r) {
    if (top + r >= n) break;
    place[r] = reinterpret_cast<Pack<Real>*>(a + std::size_t(order[top + r]) * pitch + j);
    row[r] = *place[r];
  }
  for (int r = 0; r < rows && top + r < n; ++r) {
    const Real factor = column[top + r] / column[k];
    for (int e = 0; e < size; ++e) {
      row[r].at[e] -= factor * upper.at[e];
      if (j + e == k + 1) next[top + r] = row[r].at[e];
    }
    *place[r] = row[r];
  }
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
  league::DeviceArray<int> order(side), pivot(side);
  a.copy_from(data.a.data(), side, side + 1);
  for (int i = 0; i < n; ++i) data.pivot[i] = i;
  order.copy_from(data.pivot.data());
  Real* column = first_column.data();
  Real* next = second_column.data();
  const dim3 block(lanes, warps);

  watch.start();
  league::demand(cudaMemcpy2DAsync(column, sizeof(Real), a.data(), pitch * sizeof(Real),
                                   sizeof(Real), side, cudaMemcpyDeviceToDevice),
                 "copy of the first column");
  for (int k = 0; k < n; ++k) {
    choose<<<1, helpers>>>(n, k, column, order.data(), pivot.data());
    const int first = (k + 1) / lanes * lanes;  // column k + 1, or before, at a cache line
    const dim3 grid((n - first) / (lanes * Pack<Real>::size) + 1, (n - k - 1) / (warps * rows) + 1);
    eliminate<<<grid, block>>>(n, pitch, k, first, a.data(), column, next, order.data());
    std::swap(column, next);
  }
  substitute<<<1, helpers>>>(n, pitch, a.data(), order.data(), column, x.data());
  league::demand_launched();
  watch.stop();

  x.copy_to(data.x.data());
  pivot.copy_to(data.pivot.data());
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
