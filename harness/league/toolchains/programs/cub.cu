// Is the vendor's library of parallel primitives there, and does it answer?
// Exit: 0 yes, 1 wrong answer or an error, 77 no device.
#include <cuda_runtime.h>

#include <cub/device/device_reduce.cuh>

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  const int numbers[] = {1, 2, 4};
  int *x = nullptr, *sum = nullptr, answer = 0;
  void* work = nullptr;
  size_t bytes = 0;
  if (cudaMalloc(&x, sizeof numbers) != cudaSuccess) return 1;
  if (cudaMalloc(&sum, sizeof answer) != cudaSuccess) return 1;
  cudaMemcpy(x, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cub::DeviceReduce::Sum(nullptr, bytes, x, sum, 3);
  if (cudaMalloc(&work, bytes) != cudaSuccess) return 1;
  if (cub::DeviceReduce::Sum(work, bytes, x, sum, 3) != cudaSuccess) return 1;
  cudaMemcpy(&answer, sum, sizeof answer, cudaMemcpyDeviceToHost);
  return answer == 7 ? 0 : 1;
}
