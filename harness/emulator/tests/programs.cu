// What few programs use of the runtime: managed variables, memory in three dimensions, launches
// with attributes, an entry that is not there, a failed assertion, a launch that nobody waits for.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <vector>

__managed__ int counter = 5;
__device__ int last;

__global__ void add(int n) {
  if (threadIdx.x < n) atomicAdd(&counter, 1);
}
__global__ void copy(cudaPitchedPtr from, int* to) {
  const auto* row =
      static_cast<const char*>(from.ptr) + (threadIdx.y + threadIdx.z * 3) * from.pitch;
  to[(threadIdx.z * 3 + threadIdx.y) * 5 + threadIdx.x] =
      reinterpret_cast<const int*>(row)[threadIdx.x];
}
__global__ void assume(int n) { assert(n == 0); }
__global__ void same(int value) { last = value; }

static int failures = 0;
static void check(bool good, const char* what) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}

int main(int count, char** words) {
  const char* const mode = count > 1 ? words[1] : "";
  if (std::strcmp(mode, "assert") == 0) {
    assume<<<1, 1>>>(1);
    check(cudaDeviceSynchronize() == cudaErrorAssert, "the error of a failed assertion");
    return failures;
  }
  if (std::strcmp(mode, "same") == 0) {
    same<<<1, 32>>>(3);
    return cudaDeviceSynchronize();
  }
  check(counter == 5, "a managed variable before the first launch");
  add<<<1, 64>>>(40);
  check(cudaDeviceSynchronize() == cudaSuccess && counter == 45, "and behind it");

  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 32;
  cudaLaunchAttribute together;
  together.id = cudaLaunchAttributeCooperative;
  together.val.cooperative = 1;
  config.attrs = &together;
  config.numAttrs = 1;
  check(cudaLaunchKernelEx(&config, add, 1) == cudaSuccess &&
            cudaDeviceSynchronize() == cudaSuccess && counter == 47,
        "a launch with an attribute");

  cudaPitchedPtr box;
  check(cudaMalloc3D(&box, make_cudaExtent(20, 3, 2)) == cudaSuccess && box.pitch >= 20, "a box");
  check(cudaMemset3D(box, 0, make_cudaExtent(20, 3, 2)) == cudaSuccess, "filled");
  std::vector<int> there(30), back(30);
  for (int i = 0; i < 30; ++i) there[i] = i;
  cudaMemcpy3DParms to = {};
  to.srcPtr = make_cudaPitchedPtr(there.data(), 20, 20, 3);
  to.dstPtr = box;
  to.extent = make_cudaExtent(20, 3, 2);
  to.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&to) == cudaSuccess, "copied to");
  int* plain = nullptr;
  cudaMalloc(&plain, 120);
  copy<<<1, dim3(5, 3, 2)>>>(box, plain);
  check(cudaMemcpy(back.data(), plain, 120, cudaMemcpyDeviceToHost) == cudaSuccess && back == there,
        "row by row, layer by layer");

  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, add) == cudaSuccess && attributes.ptxVersion == 80 &&
            attributes.binaryVersion == 90,
        "the version of the code is not that of the GPU");
  cudaIpcMemHandle_t handle;
  check(cudaIpcGetMemHandle(&handle, plain) == cudaErrorNotSupported, "an entry that is not there");
  check(cudaEventRecord(reinterpret_cast<cudaEvent_t>(&failures), nullptr) ==
            cudaErrorInvalidResourceHandle,
        "a handle that is none");
  cudaGetLastError();
  add<<<1, 32>>>(1);
  return failures;
}
