// CUDA in a shape: as many blocks and threads per block as target-shape has teams and threads.

#include <cstddef>
#include <numeric>

#include "../any_block_sum.cuh"
#include "dot.hpp"
#include "league/cuda.hpp"

namespace {

template <typename Real>
__global__ void multiply(int n, const Real* __restrict__ x, const Real* __restrict__ y,
                         Real* total) {
  const int stride = gridDim.x * blockDim.x;
  Real sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) sum += x[i] * y[i];
  sum = league::any_block_sum(sum);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

}  // namespace

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  league::DeviceArray<Real> dot(data.dot.size());
  std::iota(data.dot.begin(), data.dot.end(), Real(1));  // what the sums start from
  x.copy_from(data.x.data());
  y.copy_from(data.y.data());
  dot.copy_from(data.dot.data());

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    multiply<<<cls.teams, cls.threads>>>(cls.n - product, x.data(), y.data(), dot.data() + product);
    league::demand_launched();
  }
  watch.stop();

  dot.copy_to(data.dot.data());
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
