// The vendor reference: two rows per warp share what they load of the vector, sixteen bytes a lane.

#include <cstddef>

#include "../padded_matrix.cuh"
#include "league/cuda.hpp"
#include "matvec.hpp"

namespace {

constexpr int lanes = 32;
constexpr int warps = 8;          // of a block
constexpr int rows_per_warp = 2;  // more would leave processors idle on matrices of few rows

/// As many elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real element[size];
};

/// Rows and vectors are padded with zeros to whole warps, so that every lane may load.
template <typename Real>
int padded(int columns) {
  constexpr int width = lanes * Pack<Real>::size;
  return (columns + width - 1) / width * width;
}

template <typename Real>
__global__ void __launch_bounds__(lanes* warps)
    multiply(int rows, int pitch, const Real* __restrict__ a, const Real* __restrict__ x,
             Real* __restrict__ y) {
  constexpr int size = Pack<Real>::size;
  const int first = (blockIdx.x * warps + threadIdx.y) * rows_per_warp;
  if (first >= rows) return;                                // the whole warp
  const int second = first + 1 < rows ? first + 1 : first;  // a last row alone is done twice
  const auto* upper = reinterpret_cast<const Pack<Real>*>(a + std::size_t(first) * pitch);
  const auto* lower = reinterpret_cast<const Pack<Real>*>(a + std::size_t(second) * pitch);
  const auto* vector = reinterpret_cast<const Pack<Real>*>(x);
  Real sums[rows_per_warp] = {};
  #pragma unroll 4
  for (int p = threadIdx.x; p < pitch / size; p += lanes) {
    const auto u = upper[p];
    const auto l = lower[p];
    const auto v = vector[p];
    for (int e = 0; e < size; ++e) {
      sums[0] += u.element[e] * v.element[e];
      sums[1] += l.element[e] * v.element[e];
    }
  }
  for (Real& sum : sums) sum = league::warp_reduce(sum);
  if (threadIdx.x == 0) {
    y[first] = sums[0];
    y[second] = first == second ? sums[0] : sums[1];  // an index would take them to memory
  }
}

}  // namespace

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int rows = cls.rows;
  const int pitch = padded<Real>(cls.columns);
  const auto height = std::size_t(rows);
  const auto width = std::size_t(cls.columns);
  const auto products = std::size_t(cls.products);
  league::PaddedMatrix<Real> a(height, std::size_t(pitch));
  league::PaddedMatrix<Real> x(products, std::size_t(pitch));
  league::DeviceArray<Real> y(data.y.size());
  a.copy_from(data.a.data(), height, width);
  x.copy_from(data.x.data(), products, width);
  const int per_block = warps * rows_per_warp;

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    multiply<<<(rows + per_block - 1) / per_block, dim3(lanes, warps)>>>(
        rows, pitch, a.data(), x.data() + std::size_t(product) * pitch, y.data() + product * rows);
    league::demand_launched();
  }
  watch.stop();

  y.copy_to(data.y.data());
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
