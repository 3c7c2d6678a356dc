// Laps of the measuring core's CUDA model: ending one does not wait, and each has its own kernels.
#include <cstdio>

#include "../../core/model/cuda.cu"

static __global__ void count(int steps, int* sum) {
  for (int step = 0; step < steps; ++step) sum[threadIdx.x] += step;
}

int main() {
  const league::DeviceArray<int> sums(32);
  league::demand(cudaMemset(sums.data(), 0, 32 * sizeof(int)), "clearing");
  for (const int most : {4, 2}) {  // events of the first time are used again
    league::begin_laps();
    for (int lap = 1; lap <= most; ++lap) {
      count<<<1, 32>>>(100 * lap, sums.data());
      league::end_lap();
    }
    // The emulated device begins when somebody has to wait.
    if (cudaStreamQuery(nullptr) != cudaErrorNotReady) return std::puts("ending a lap waits") > 0;
    league::device_synchronize();
    const std::vector<long> laps = league::laps_so_far();
    if (int(laps.size()) != most) return std::puts("not a lap each") > 0;
    for (int lap = 0; lap < most; ++lap)
      if (laps[lap] <= 0 || laps[lap] < lap * laps[0]) return std::puts("not their kernels") > 0;
  }
  std::puts("good");
}
