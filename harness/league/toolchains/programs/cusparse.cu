// Is the vendor's sparse matrix library there, and does it answer?
// Exit: 0 yes, 1 wrong answer or an error, 77 no device.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cstdio>

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
  cusparseHandle_t handle;
  if (cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS) return 1;
  int version = 0;
  const cusparseStatus_t status = cusparseGetVersion(handle, &version);
  std::printf("version %d\n", version);
  cusparseDestroy(handle);
  return status == CUSPARSE_STATUS_SUCCESS && version > 0 ? 0 : 1;
}
