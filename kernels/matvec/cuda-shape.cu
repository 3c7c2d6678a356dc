// CUDA in a shape: as many blocks and threads per block as target-shape has teams and threads.

#include <cstddef>

#include "../any_block_sum.cuh"
#include "league/cuda.hpp"
#include "matvec.hpp"

namespace {

template <typename Real>
__global__ void multiply(int rows, int columns, const Real* __restrict__ a,
                         const Real* __restrict__ x, Real* __restrict__ y) {
  for (int i = blockIdx.x; i < rows; i += gridDim.x) {
    const Real* row = a + std::size_t(i) * columns;
    Real sum = 0;
    for (int j = threadIdx.x; j < columns; j += blockDim.x) sum += row[j] * x[j];
    sum = league::any_block_sum(sum);
    if (threadIdx.x == 0) y[i] = sum;
    __syncthreads();  // before the next sum uses the same shared memory
  }
}

}  // namespace

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  league::DeviceArray<Real> a(data.a.size());
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  a.copy_from(data.a.data());
  x.copy_from(data.x.data());

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    multiply<<<cls.teams, cls.threads>>>(cls.rows, cls.columns, a.data(),
                                         x.data() + product * cls.columns,
                                         y.data() + product * cls.rows);
    league::demand_launched();
  }
  watch.stop();

  y.copy_to(data.y.data());
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
