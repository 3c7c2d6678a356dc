// Is the vendor's linear algebra library there, and does it answer?
// Exit: 0 yes, 1 wrong answer or an error, 77 no device.
#include <cublas_v2.h>

#include <cstdio>

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  const double host[3] = {1, 2, 2};
  double* device = nullptr;
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  double norm = 0;
  const cublasStatus_t status = cublasDnrm2(handle, 3, device, 1, &norm);
  std::printf("norm %g\n", norm);
  return status == CUBLAS_STATUS_SUCCESS && norm > 2.999 && norm < 3.001 ? 0 : 1;
}
