// CUDA kernels.
#include <cstdio>
#include <cstdlib>

#include "league/device.hpp"

namespace {

void demand(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "league: CUDA: %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

__global__ void mark(int* on_device) { *on_device = 1; }

}  // namespace

league::Device league::describe_device() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return {};  // no driver is no device
  cudaDeviceProp properties;
  demand(cudaGetDeviceProperties(&properties, 0), "properties");
  std::size_t free_bytes = 0;
  std::size_t all_bytes = 0;
  demand(cudaMemGetInfo(&free_bytes, &all_bytes), "memory");
  return {count, 0, free_bytes, properties.name};
}

bool league::runs_on_device() {
  int* flag = nullptr;
  int on_device = 0;
  demand(cudaMalloc(&flag, sizeof *flag), "allocation");
  mark<<<1, 1>>>(flag);
  demand(cudaGetLastError(), "launch");
  demand(cudaMemcpy(&on_device, flag, sizeof on_device, cudaMemcpyDeviceToHost), "copy");
  demand(cudaFree(flag), "release");
  return on_device == 1;
}

void league::device_synchronize() { demand(cudaDeviceSynchronize(), "kernel"); }
