// Tiles are copied to shared memory while those before them are worked on.
#include <cuda_pipeline.h>

#include "checked.cuh"

constexpr int block = 64, tiles = 6;

__device__ void fetch(int* tile, const int* in, int number) {
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[number * block + threadIdx.x], sizeof(int));
  __pipeline_commit();
}

__global__ void differences(const int* in, int* out) {
  __shared__ int tile[2][block];
  fetch(tile[0], in, 0);
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      fetch(tile[(k + 1) % 2], in, k + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    const int next = tile[k % 2][(threadIdx.x + 1) % block];
    out[k * block + threadIdx.x] = next - tile[k % 2][threadIdx.x];
    __syncthreads();
  }
}

int main() {
  std::vector<int> in(tiles * block), wanted(tiles * block);
  for (int i = 0; i < tiles * block; ++i) in[i] = i * i % 1000;
  for (int i = 0; i < tiles * block; ++i)
    wanted[i] = in[i / block * block + (i + 1) % block] - in[i];
  int* const there = uploaded(in);
  int* out = nullptr;
  CHECKED(cudaMalloc(&out, in.size() * sizeof(int)));
  differences<<<1, block>>>(there, out);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  return answer(downloaded(out, in.size()), wanted);
}
