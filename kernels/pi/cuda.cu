// The vendor reference: a resident grid, a sum per thread, shuffles, one atomic addition per block.

#include <cstddef>
#include <vector>

#include "league/cuda.hpp"
#include "pi.hpp"

namespace {

constexpr int threads = 256;

template <typename Real>
__global__ void __launch_bounds__(threads) integrate(int n, Real h, double* total) {
  const int stride = gridDim.x * threads;
  double sum = 0;
  #pragma unroll 4
  for (int i = 1 + blockIdx.x * threads + threadIdx.x; i < n; i += stride) {
    const Real x = Real(i) * h;
    sum += 4 / (1 + x * x);
  }
  league::block_add<threads>(sum, total);
}

}  // namespace

template <typename Real>
void Pi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto grids = std::size_t(cls.grids);
  const int blocks = league::resident_blocks(integrate<Real>, threads);
  std::vector<double> sums(grids, 3.0);  // half of the values at both ends
  league::DeviceArray<double> on_device(grids);
  on_device.copy_from(sums.data());

  watch.start();
  for (int grid = 0; grid < cls.grids; ++grid) {
    const int n = cls.n - grid;
    integrate<<<blocks, threads>>>(n, Real(1.0 / n), on_device.data() + grid);
    league::demand_launched();
  }
  watch.stop();

  on_device.copy_to(sums.data());
  for (std::size_t grid = 0; grid < grids; ++grid)
    data.pi[grid] = Real(sums[grid] / (cls.n - int(grid)));
}

template void Pi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Pi::run(const Class&, Data<double>&, league::Stopwatch&);
