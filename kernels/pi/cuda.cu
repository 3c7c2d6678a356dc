// The vendor reference: a resident grid, a sum per thread, shuffles, one atomic addition per block.

#include <cstddef>
#include <vector>

#include "league/cuda.hpp"
#include "pi.hpp"

namespace {

constexpr int threads = 256;

/// As many blocks of a kernel as the device holds at once.
template <typename Kernel>
int resident_blocks(Kernel* kernel) {
  int device = 0;
  int processors = 0;
  int per_processor = 0;
  league::demand(cudaGetDevice(&device), "device");
  league::demand(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
                 "attribute");
  league::demand(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, kernel, threads, 0),
                 "occupancy");
  return processors * per_processor;
}

/// Sum over the block, by shuffles in every warp and then among the warps; thread 0 adds it up.
__device__ void add_to(double* total, double sum) {
  __shared__ double of_warp[threads / 32];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < threads / 32 ? of_warp[threadIdx.x] : 0;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

template <typename Real>
__global__ void __launch_bounds__(threads) integrate(int n, Real h, double* total) {
  const int stride = gridDim.x * threads;
  double sum = 0;
  #pragma unroll 4
  for (int i = 1 + blockIdx.x * threads + threadIdx.x; i < n; i += stride) {
    const Real x = Real(i) * h;
    sum += 4 / (1 + x * x);
  }
  add_to(total, sum);
}

}  // namespace

template <typename Real>
void Pi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto grids = std::size_t(cls.grids);
  const int blocks = resident_blocks(integrate<Real>);
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
