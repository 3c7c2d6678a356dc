// One warp fills a buffer, another one empties it; two numbered barriers say full and empty.
#include "checked.cuh"

constexpr int turns = 8, both = 64;

template <int number>
__device__ void wait(int threads) {
  asm volatile("bar.sync %0, %1;" ::"n"(number), "r"(threads) : "memory");
}
template <int number>
__device__ void tell(int threads) {
  asm volatile("bar.arrive %0, %1;" ::"n"(number), "r"(threads) : "memory");
}
constexpr int full = 1, empty = 2;

__global__ void hand_over(const int* in, int* out) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int turn = 0; turn < turns; ++turn) {
      if (turn > 0) wait<empty>(both);
      buffer[lane] = in[turn * 32 + lane];
      __threadfence_block();
      tell<full>(both);
    }
  } else {
    for (int turn = 0; turn < turns; ++turn) {
      wait<full>(both);
      const int got = buffer[31 - lane];
      out[turn * 32 + lane] = got;
      if (turn + 1 < turns) tell<empty>(both);
    }
  }
}

int main() {
  std::vector<int> in(turns * 32), wanted(turns * 32);
  for (int i = 0; i < turns * 32; ++i) wanted[i / 32 * 32 + 31 - i % 32] = in[i] = i * 3;
  int* const there = uploaded(in);
  int* out = nullptr;
  CHECKED(cudaMalloc(&out, in.size() * sizeof(int)));
  hand_over<<<1, both>>>(there, out);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  return answer(downloaded(out, in.size()), wanted);
}
