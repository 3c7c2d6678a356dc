// A sum: shuffles in a warp, shared memory in a block, and the block that comes last adds up.
#include "checked.cuh"

constexpr int n = 1000, block = 128, blocks = 4;
__device__ unsigned arrived;

__device__ int of_warp(int value) {
  for (int apart = 16; apart > 0; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  return value;
}

__device__ int of_block(int value) {
  __shared__ int slots[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) slots[lane] = 0;
  __syncthreads();
  value = of_warp(value);
  if (lane == 0) slots[warp] = value;
  __syncthreads();
  if (warp == 0) value = of_warp(slots[lane]);
  return value;
}

__global__ void sum(const int* in, int* of_blocks, int* total) {
  __shared__ bool last;
  int mine = 0;
  for (int i = blockIdx.x * block + threadIdx.x; i < n; i += block * blocks) mine += in[i];
  const int here = of_block(mine);
  if (threadIdx.x == 0) {
    of_blocks[blockIdx.x] = here;
    __threadfence();
    last = atomicAdd(&arrived, 1) == blocks - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last) return;
  int others = threadIdx.x < blocks ? of_blocks[threadIdx.x] : 0;
  others = of_block(others);
  if (threadIdx.x == 0) *total = others;
}

int main() {
  std::vector<int> in(n);
  int wanted = 0;
  for (int i = 0; i < n; ++i) wanted += in[i] = i % 7;
  int* const there = uploaded(in);
  int *of_blocks = nullptr, *total = nullptr;
  CHECKED(cudaMalloc(&of_blocks, blocks * sizeof(int)));
  CHECKED(cudaMalloc(&total, sizeof(int)));
  sum<<<blocks, block>>>(there, of_blocks, total);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  return answer(downloaded(total, 1)[0], wanted);
}
