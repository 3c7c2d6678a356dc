// Is the vendor's Fourier transform library there, and does it answer?
// Exit: 0 yes, 1 wrong answer or an error, 77 no device.
#include <cufft.h>

#include <cstdio>

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  cufftHandle plan;
  if (cufftPlan1d(&plan, 4, CUFFT_Z2Z, 1) != CUFFT_SUCCESS) return 1;
  cufftDoubleComplex host[4] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}};
  cufftDoubleComplex* device = nullptr;
  cudaMalloc(&device, sizeof(host));
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
  const cufftResult status = cufftExecZ2Z(plan, device, device, CUFFT_FORWARD);
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  std::printf("sum %g\n", host[0].x);
  return status == CUFFT_SUCCESS && host[0].x > 9.999 && host[0].x < 10.001 ? 0 : 1;
}
