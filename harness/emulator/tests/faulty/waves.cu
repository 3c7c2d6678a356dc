// Steps over the whole grid in one launch: all blocks meet between them, and tell the host of it.
#include <cooperative_groups.h>

#include "checked.cuh"

constexpr int block = 64, blocks = 4, n = block * blocks, steps = 3;
__device__ int ready;

__global__ void wave(int* now, int* next) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    __threadfence();
    atomicExch(&ready, 1);
  }
  if (threadIdx.x == 0)
    while (atomicAdd(&ready, 0) == 0) {
    }
  for (int step = 0; step < steps; ++step) {
    const int left = now[(i + n - 1) % n];
    next[i] = left + 1;
    cooperative_groups::this_grid().sync();
    int* const swapped = now;
    now = next;
    next = swapped;
  }
}

int main() {
  std::vector<int> values(n), wanted(n);
  for (int i = 0; i < n; ++i) values[i] = i;
  for (int i = 0; i < n; ++i) wanted[i] = (i + n - steps) % n + steps;
  int* now = uploaded(values);
  int* next = nullptr;
  CHECKED(cudaMalloc(&next, n * sizeof(int)));
  void* arguments[] = {&now, &next};
  CHECKED(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(wave), dim3(blocks), dim3(block),
                                      arguments, 0, nullptr));
  CHECKED(cudaDeviceSynchronize());
  return answer(downloaded(steps % 2 ? next : now, n), wanted);
}
