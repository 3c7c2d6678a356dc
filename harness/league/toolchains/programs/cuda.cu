// Does a kernel for this architecture run?
// Exit: 0 yes, 1 wrong answer or a CUDA error, 77 no device.
#include <cstdio>

__global__ void twice(double* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  const int n = 1000;
  double host[n];
  for (int i = 0; i < n; ++i) host[i] = i;
  double* device = nullptr;
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  twice<<<(n + 127) / 128, 128>>>(device, n);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  std::printf("devices %d, %s\n", devices, cudaGetErrorString(error));
  if (error != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i)
    if (host[i] != 2 * i) return 1;
  return 0;
}
