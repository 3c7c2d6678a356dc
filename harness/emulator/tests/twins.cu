// Pairs of CUDA programs, one with a fault of order and one without: twins NAME clean|racy.  Each
// result is right in the clean form; the racy form has one word of order less.
#include <cstdio>
#include <cstring>

constexpr int n = 64;

// Between lanes: each reads what its neighbour stored.
template <bool racy>
__global__ void lanes(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  if (!racy) __syncwarp();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}
// Between lanes: a sum that is no reduction.
template <bool racy>
__global__ void lane_sum(int* out) {
  const int sum = racy ? 0 : __reduce_add_sync(~0u, 1);
  if (racy)
    out[0] += 1;
  else if (threadIdx.x == 0)
    out[0] = sum;
}
// Between warps: each reads what another one stored.
template <bool racy>
__global__ void warps(int* out) {
  __shared__ int tile[n];
  tile[threadIdx.x] = threadIdx.x;
  if (!racy) __syncthreads();
  out[threadIdx.x] = tile[n - 1 - threadIdx.x];
}
// Between warps: a counter in shared memory.
template <bool racy>
__global__ void warp_sum(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    if (racy)
      ++sum;
    else
      atomicAdd(&sum, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}
// Between blocks: a sum.
template <bool racy>
__global__ void blocks(int* out) {
  if (threadIdx.x != 0) return;
  if (racy)
    *out += 1;
  else
    atomicAdd(out, 1);
}
// Between blocks: a critical section, left without a fence.
__device__ int lock_word;
template <bool racy>
__global__ void critical(int* out) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock_word, 0, 1) != 0) {
  }
  __threadfence();
  *out += 1;
  if (!racy) __threadfence();
  atomicExch(&lock_word, 0);
}
// Between blocks: who comes last adds up what the others left.
__device__ unsigned came;
template <bool racy>
__global__ void last_block(int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    out[1 + blockIdx.x] = 1;
    if (!racy) __threadfence();
    last = atomicAdd(&came, 1) == gridDim.x - 1;
    if (!racy) __threadfence();
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int sum = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) sum += out[1 + i];
  out[0] = sum;
}
__global__ void add(int* out) { out[threadIdx.x] += 1; }

// Between kernels of two streams, and between a kernel and a copy.
static void kernels(int* out, bool racy, bool copy) {
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEvent_t done;
  cudaEventCreate(&done);
  static int* host = nullptr;
  cudaMallocHost(&host, n * sizeof(int));
  add<<<1, n, 0, one>>>(out);
  cudaEventRecord(done, one);
  if (!racy) cudaStreamWaitEvent(two, done, 0);
  if (copy)
    cudaMemcpyAsync(host, out, n * sizeof(int), cudaMemcpyDeviceToHost, two);
  else
    add<<<1, n, 0, two>>>(out);
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(two);
}

// Between host and device: the host changes what a copy reads.
static void host(int* out, bool racy) {
  int* pinned = nullptr;
  cudaMallocHost(&pinned, n * sizeof(int));
  for (int i = 0; i < n; ++i) pinned[i] = 3;
  cudaMemcpyAsync(out, pinned, n * sizeof(int), cudaMemcpyHostToDevice);
  if (!racy) cudaDeviceSynchronize();
  pinned[0] = 4;
}

// Faults of other kinds.
template <bool wrong>
__global__ void shared_end(int* out) {
  __shared__ int first[n], second[n];
  first[threadIdx.x] = second[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x + (wrong ? 1 : 0)] + second[threadIdx.x];
}
__constant__ int table[2] = {3, 4};
__device__ int* chosen;
template <bool wrong>
__global__ void constant(int* out) {
  if (wrong) chosen[1] = 5;
  out[0] = chosen[0];
}
template <bool wrong>
__global__ void division(int* out) {
  out[threadIdx.x] = 7 / (out[threadIdx.x] + (wrong ? 0 : 1));
}
__device__ __noinline__ int deep(int k) {
  volatile int kept[8];
  kept[k & 7] = k;
  return k < 2 ? kept[k & 7] : deep(k - 1) + deep(k - 2) + 0 * kept[k & 7];
}
template <bool wrong>
__global__ void stack(int* out) {
  out[0] = deep(wrong ? 40 : 8);
}
template <bool wrong>
__global__ void ballot(int* out) {
  unsigned said = 0;
  if (threadIdx.x < 16) said = __ballot_sync(wrong ? ~0u : 0xffff, 1);
  out[threadIdx.x] = said;
}
template <bool wrong>
__global__ void barrier(int* out) {
  asm volatile("bar.sync 1, %0;" ::"n"(wrong ? 32 : 64) : "memory");
  out[threadIdx.x] = 1;
}
template <bool wrong>
__global__ void leave(int* out) {
  __shared__ int tile[n];
  tile[threadIdx.x] = 1;
  if (!wrong || threadIdx.x < 48) __syncthreads();
  out[threadIdx.x] += tile[threadIdx.x];
}

template <typename Kernel>
static void launch(Kernel clean, Kernel racy, bool wrong, int grid, int block, int* out) {
  (wrong ? racy : clean)<<<grid, block>>>(out);
}

int main(int count, char** words) {
  if (count != 3) return 2;
  const char* const name = words[1];
  const bool racy = std::strcmp(words[2], "racy") == 0;
  const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  int* out = nullptr;
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(out, 0, n * sizeof(int));
  cudaDeviceSynchronize();
  int first = 0, expected = 0;
  if (is("lanes")) {
    launch(lanes<false>, lanes<true>, racy, 1, 32, out);
    expected = 31;
  } else if (is("lane_sum")) {
    launch(lane_sum<false>, lane_sum<true>, racy, 1, 32, out);
    expected = 32;
  } else if (is("warps")) {
    launch(warps<false>, warps<true>, racy, 1, n, out);
    expected = n - 1;
  } else if (is("warp_sum")) {
    launch(warp_sum<false>, warp_sum<true>, racy, 1, n, out);
    expected = 2;
  } else if (is("blocks")) {
    launch(blocks<false>, blocks<true>, racy, 6, 32, out);
    expected = 6;
  } else if (is("critical")) {
    launch(critical<false>, critical<true>, racy, 6, 32, out);
    expected = 6;
  } else if (is("last_block")) {
    launch(last_block<false>, last_block<true>, racy, 6, 32, out);
    expected = 6;
  } else if (is("kernels") || is("copy")) {
    kernels(out, racy, is("copy"));
    expected = is("copy") ? 1 : 2;
  } else if (is("host")) {
    host(out, racy);
    expected = 3;
  } else if (is("shared_end")) {
    launch(shared_end<false>, shared_end<true>, racy, 1, n, out);
  } else if (is("constant")) {
    void* place = nullptr;
    cudaGetSymbolAddress(&place, table);
    cudaMemcpyToSymbol(chosen, &place, sizeof place);
    launch(constant<false>, constant<true>, racy, 1, 1, out);
    expected = 3;
  } else if (is("division")) {
    launch(division<false>, division<true>, racy, 1, 32, out);
    expected = 7;
  } else if (is("stack")) {
    launch(stack<false>, stack<true>, racy, 1, 1, out);
    expected = 21;
  } else if (is("ballot")) {
    launch(ballot<false>, ballot<true>, racy, 1, 32, out);
    expected = 0xffff;
  } else if (is("barrier")) {
    launch(barrier<false>, barrier<true>, racy, 1, n, out);
    expected = 1;
  } else if (is("leave")) {
    launch(leave<false>, leave<true>, racy, 1, n, out);
    expected = 1;
  } else {
    return 2;
  }
  cudaDeviceSynchronize();
  cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost);
  if (!racy && first != expected) std::printf("%s: %d, not %d\n", name, first, expected);
  return !racy && first != expected;
}
