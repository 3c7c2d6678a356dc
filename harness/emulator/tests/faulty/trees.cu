// Each thread walks a tree of its own: a stack of places to go, and a count of leaves by depth.
#include "checked.cuh"

constexpr int threads = 32, depth = 5;

__device__ __noinline__ int leaves_below(int level) {
  volatile int kept[4];
  kept[level & 3] = level;
  if (level >= depth) return 1;
  return leaves_below(level + 1) + leaves_below(kept[level & 3] + 1);
}

__global__ void walk(int* leaves, int* checked_leaves, int levels) {
  int stack[depth + 2];
  int by_depth[depth + 1];
  for (int k = 0; k <= levels; ++k) by_depth[k] = 0;
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const int level = stack[--top];
    ++by_depth[level];
    if (level < levels) {
      stack[top++] = level + 1;
      stack[top++] = level + 1;
    }
  }
  int found;
  if (levels > 0) found = by_depth[levels];
  leaves[threadIdx.x] = found + by_depth[0] - 1;
  checked_leaves[threadIdx.x] = leaves_below(0);
}

int main() {
  int *leaves = nullptr, *again = nullptr;
  CHECKED(cudaMalloc(&leaves, threads * sizeof(int)));
  CHECKED(cudaMalloc(&again, threads * sizeof(int)));
  walk<<<1, threads>>>(leaves, again, depth);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  const std::vector<int> wanted(threads, 1 << depth);
  return answer(downloaded(leaves, threads), wanted) + answer(downloaded(again, threads), wanted);
}
