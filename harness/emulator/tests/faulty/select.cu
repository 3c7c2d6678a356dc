// The values that are wanted move together: ballots in a warp, a sum over warps, barriers between.
#include "checked.cuh"

constexpr int n = 192, block = 96, warps = block / 32;

__global__ void select(const int* in, int* out, int* kept) {
  __shared__ int of_warp[warps], stage[block];
  const int i = blockIdx.x * block + threadIdx.x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  stage[threadIdx.x] = in[i];
  __syncwarp();
  const int value = stage[warp * 32 + (lane ^ 1)];
  const bool wanted = value % 3 == 0;
  const unsigned votes = __ballot_sync(~0u, wanted);
  if (lane == 0) of_warp[warp] = __popc(votes);
  __syncthreads();
  int before = 0, all = 0;
  for (int k = 0; k < warps; ++k) {
    if (k < warp) before += of_warp[k];
    all += of_warp[k];
  }
  __syncthreads();
  if (threadIdx.x == 0) of_warp[0] = atomicAdd(kept, all);
  __syncthreads();
  if (wanted) {
    const int place = of_warp[0] + before + __popc(votes & ((1u << lane) - 1));
    const int leader = __shfl_sync(votes, place, __ffs(votes) - 1);
    out[place] = value + 0 * leader;
  }
}

int main() {
  std::vector<int> in(n);
  int wanted = 0, count = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 5 % 64;
    if (in[i] % 3 == 0) wanted += in[i], ++count;
  }
  int* const there = uploaded(in);
  int *out = nullptr, *const kept = uploaded(std::vector<int>(1));
  CHECKED(cudaMalloc(&out, n * sizeof(int)));
  select<<<n / block, block>>>(there, out, kept);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  int sum = 0;
  for (const int value : downloaded(out, count)) sum += value;
  return answer(downloaded(kept, 1)[0], count) + answer(sum, wanted);
}
