// A kernel that launches another.
#include <cstdio>
__global__ void inner(int* to) { *to = 7; }
__global__ void outer(int* to) { inner<<<1, 1>>>(to); }
int main() {
  int* to;
  cudaMalloc(&to, 4);
  outer<<<1, 1>>>(to);
  std::printf("error %d\n", cudaDeviceSynchronize());
}
