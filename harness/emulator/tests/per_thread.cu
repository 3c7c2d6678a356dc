// A program for `nvcc --default-stream per-thread`: each thread has a stream of its own, and calls
// the runtime by the other names.  Prints what is wrong, and "good" if nothing is.
#include <cooperative_groups.h>
#include <cuda.h>

#include <cstdio>
#include <thread>
#include <vector>

__device__ int factor[2];

__global__ void scale(int* array, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) array[i] = array[i] * factor[0] + factor[1];
}

__global__ void twice(int* array) {
  array[blockIdx.x] += 1;
  cooperative_groups::this_grid().sync();
  array[gridDim.x - 1 - blockIdx.x] *= 2;
}

namespace {

constexpr int n = 1000;
int wrong = 0;

void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorString(error));
  ++wrong;
}
#define CHECK(call) check(call, __LINE__)

void called(void* done) { *static_cast<bool*>(done) = true; }
void called_back(cudaStream_t, cudaError_t, void* done) { called(done); }

// Each thread for itself, all in the stream that nobody made.
void work(int seed, int* sum) {
  int *array = nullptr, *pinned = nullptr;
  bool first = false, second = false;
  CHECK(cudaMallocAsync(&array, n * sizeof(int), 0));
  CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
  for (int i = 0; i < n; ++i) pinned[i] = seed;
  CHECK(cudaMemsetAsync(array, 0, n * sizeof(int), 0));
  CHECK(cudaMemcpyAsync(array, pinned, n * sizeof(int), cudaMemcpyHostToDevice, 0));
  scale<<<(n + 127) / 128, 128>>>(array, n);
  CHECK(cudaLaunchHostFunc(0, called, &first));
  CHECK(cudaStreamAddCallback(0, called_back, &second, 0));
  CHECK(cudaMemcpyAsync(pinned, array, n * sizeof(int), cudaMemcpyDeviceToHost, 0));
  CHECK(cudaStreamSynchronize(0));
  CHECK(cudaStreamQuery(0));
  wrong += !first || !second;
  for (int i = 0; i < n; ++i) *sum += pinned[i];
  CHECK(cudaFreeAsync(array, 0));
  CHECK(cudaFreeHost(pinned));
}

// The rest of the entries that have another name.
void others() {
  int* array = nullptr;
  int host[64] = {}, back[2] = {};
  const int late[2] = {3, 4};
  CHECK(cudaMalloc(&array, sizeof host));
  CHECK(cudaMemset2D(array, 32, 0, 32, 8));
  CHECK(cudaMemset2DAsync(array, 32, 0, 32, 8, 0));
  CHECK(cudaMemset(array, 0, sizeof host));
  CHECK(cudaMemcpy2D(host, 16, array, 32, 16, 8, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy2DAsync(host, 16, array, 32, 16, 8, cudaMemcpyDeviceToHost, 0));
  CHECK(cudaMemcpyToSymbolAsync(factor, late, sizeof late, 0, cudaMemcpyHostToDevice, 0));
  CHECK(cudaMemcpyFromSymbolAsync(back, factor, sizeof back, 0, cudaMemcpyDeviceToHost, 0));
  CHECK(cudaMemcpyFromSymbol(back, factor, sizeof back));
  wrong += back[0] != 3 || back[1] != 4;
  void* arguments[] = {&array};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(twice), 2, 1, arguments, 0, 0));
  unsigned flags = 1;
  int priority = 1;
  CHECK(cudaStreamGetFlags(0, &flags));
  CHECK(cudaStreamGetPriority(0, &priority));
  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  CHECK(cudaEventRecord(event, 0));
  CHECK(cudaStreamWaitEvent(0, event, 0));
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal));
  scale<<<1, 64>>>(array, 64);
  CHECK(cudaStreamIsCapturing(0, &status));
  wrong += status != cudaStreamCaptureStatusActive;
  CHECK(cudaStreamEndCapture(0, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, 0));
  CHECK(cudaMemcpy(host, array, sizeof host, cudaMemcpyDeviceToHost));
  wrong += host[0] != 2 * 3 + 4 || host[2] != 4;
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(event));
  int* managed = nullptr;
  CHECK(cudaMallocManaged(&managed, 4096));
  CHECK(cudaMemPrefetchAsync(managed, 4096, {cudaMemLocationTypeDevice, 0}, 0, 0));
  CHECK(cudaFree(managed));
  CHECK(cudaFree(array));
}

// The driver's entries, on the same device.
void of_driver() {
  CUcontext context = nullptr;
  CUdeviceptr one = 0, two = 0;
  CUevent event = nullptr;
  int called_here = 0;
  unsigned words[8] = {};
  const auto ask = [](CUresult error, int line) {
    if (error == CUDA_SUCCESS) return;
    std::printf("line %d: driver's error %d\n", line, static_cast<int>(error));
    ++wrong;
  };
#define ASK(call) ask(call, __LINE__)
  ASK(cuInit(0));
  ASK(cuDevicePrimaryCtxRetain(&context, 0));
  ASK(cuCtxSetCurrent(context));
  ASK(cuMemAlloc(&one, sizeof words));
  ASK(cuMemAlloc(&two, sizeof words));
  ASK(cuMemsetD8(one, 1, sizeof words));
  ASK(cuMemsetD32(one, 1, 8));
  ASK(cuMemsetD8Async(one, 1, sizeof words, 0));
  ASK(cuMemsetD16Async(one, 1, 16, 0));
  ASK(cuMemsetD2D8Async(one, 16, 1, 16, 2, 0));
  ASK(cuMemsetD2D16Async(one, 16, 1, 8, 2, 0));
  ASK(cuMemsetD2D32Async(one, 16, 1, 4, 2, 0));
  ASK(cuMemsetD32Async(one, 7, 8, 0));
  ASK(cuMemcpyDtoD(two, one, sizeof words));
  ASK(cuMemcpyDtoDAsync(two, one, sizeof words, 0));
  ASK(cuMemcpy(two, one, sizeof words));
  ASK(cuMemcpyAsync(two, one, sizeof words, 0));
  ASK(cuLaunchHostFunc(0, [](void* n) { ++*static_cast<int*>(n); }, &called_here));
  ASK(cuStreamAddCallback(
      0, [](CUstream, CUresult, void* n) { ++*static_cast<int*>(n); }, &called_here, 0));
  ASK(cuEventCreate(&event, 0));
  ASK(cuEventRecord(event, 0));
  ASK(cuStreamWaitEvent(0, event, 0));
  ASK(cuMemcpyDtoHAsync(words, two, sizeof words, 0));
  ASK(cuStreamSynchronize(0));
  ASK(cuStreamQuery(0));
  wrong += called_here != 2 || words[0] != 7 || words[7] != 7;
  words[0] = 9;
  ASK(cuMemcpyHtoDAsync(one, words, sizeof words, 0));
  ASK(cuMemcpyHtoD(two, words, sizeof words));
  words[0] = 0;
  ASK(cuMemcpyDtoH(words, one, sizeof words));
  wrong += words[0] != 9;
  ASK(cuEventDestroy(event));
  ASK(cuMemFreeAsync(one, 0));
  ASK(cuMemFree(two));
  ASK(cuDevicePrimaryCtxRelease(0));
}

}  // namespace

int main() {
  const int at_first[2] = {2, 1};
  CHECK(cudaMemcpyToSymbol(factor, at_first, sizeof at_first));
  std::vector<int> sums(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work, i, &sums[i]);
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) wrong += sums[i] != n * (2 * i + 1);
  others();
  of_driver();
  std::printf(wrong ? "%d wrong\n" : "good\n", wrong);
  return wrong != 0;
}
