// A histogram: each block counts in shared memory, then adds to the one of all.
#include "checked.cuh"

constexpr int n = 3000, bins = 40, block = 128, blocks = 5;

__global__ void count(const int* in, int* counts, int width) {
  __shared__ int here[bins];
  for (int k = threadIdx.x; k < bins; k += block) here[k] = 0;
  __syncthreads();
  for (int i = blockIdx.x * block + threadIdx.x; i < n; i += block * blocks) {
    const int value = in[i];
    const int bin = min(value / width, bins - 1);
    atomicAdd(&here[bin], 1);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < bins; k += block) {
    const int more = here[k];
    atomicAdd(&counts[k], more);
  }
}

int main() {
  std::vector<int> in(n), wanted(bins);
  const int width = 3;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 37 % 125;
    ++wanted[std::min(in[i] / width, bins - 1)];
  }
  int* const there = uploaded(in);
  int* counts = nullptr;
  CHECKED(cudaMalloc(&counts, bins * sizeof(int)));
  CHECKED(cudaMemset(counts, 0, bins * sizeof(int)));
  count<<<blocks, block>>>(there, counts, width);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  return answer(downloaded(counts, bins), wanted);
}
