// Two streams: one fills and scales, the other adds up and brings the answer back.
#include "checked.cuh"

constexpr int n = 256;

__global__ void scale(int* values) { values[threadIdx.x] *= 3; }
__global__ void add(const int* values, int* sums) { sums[threadIdx.x] += values[threadIdx.x]; }

int main() {
  cudaStream_t one, two;
  CHECKED(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  CHECKED(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  cudaEvent_t scaled;
  CHECKED(cudaEventCreateWithFlags(&scaled, cudaEventDisableTiming));
  int *pinned = nullptr, *back = nullptr, *values = nullptr, *sums = nullptr;
  CHECKED(cudaMallocHost(&pinned, n * sizeof(int)));
  CHECKED(cudaMallocHost(&back, n * sizeof(int)));
  CHECKED(cudaMalloc(&values, n * sizeof(int)));
  CHECKED(cudaMalloc(&sums, n * sizeof(int)));
  for (int i = 0; i < n; ++i) pinned[i] = i;
  CHECKED(cudaMemcpyAsync(values, pinned, n * sizeof(int), cudaMemcpyHostToDevice, one));
  CHECKED(cudaStreamSynchronize(one));
  pinned[0] = 9;
  CHECKED(cudaMemsetAsync(sums, 0, n * sizeof(int), two));
  scale<<<1, n, 0, one>>>(values);
  CHECKED(cudaEventRecord(scaled, one));
  CHECKED(cudaStreamWaitEvent(two, scaled, 0));
  add<<<1, n, 0, two>>>(values, sums);
  CHECKED(cudaMemcpyAsync(back, sums, n * sizeof(int), cudaMemcpyDeviceToHost, two));
  CHECKED(cudaStreamSynchronize(two));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += back[i] != 3 * i;
  CHECKED(cudaStreamSynchronize(one));
  return answer(wrong, 0);
}
