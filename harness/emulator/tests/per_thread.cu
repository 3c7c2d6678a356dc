// A program for `nvcc --default-stream per-thread`: each thread has a stream of its own, and calls
// the runtime by the other names.  Prints what is wrong, and "good" if nothing is.
#include <cooperative_groups.h>

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
  std::printf(wrong ? "%d wrong\n" : "good\n", wrong);
  return wrong != 0;
}
