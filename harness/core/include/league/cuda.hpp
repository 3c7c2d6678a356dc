// What every CUDA variant needs around its kernels: checked calls, memory on the device, the
// reductions of warps and blocks.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

namespace league {

/// Throws std::bad_alloc if the device is out of memory and std::runtime_error for any other
/// failure.
inline void demand(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  if (status == cudaErrorMemoryAllocation) throw std::bad_alloc();
  throw std::runtime_error(std::string("CUDA: ") + what + ": " + cudaGetErrorString(status));
}

/// Throws if the kernel launched just before was refused; what fails later shows at the next wait.
inline void demand_launched() { demand(cudaGetLastError(), "kernel launch"); }

/// An array in device memory, not initialised, released with its owner.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    demand(cudaMalloc(&data_, size * sizeof(T)), "allocation");
  }
  ~DeviceArray() { static_cast<void>(cudaFree(data_)); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return data_; }

  void copy_from(const T* host) {
    demand(cudaMemcpy(data_, host, size_ * sizeof(T), cudaMemcpyHostToDevice),
           "copy to the device");
  }
  void copy_to(T* host) const {
    demand(cudaMemcpy(host, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost),
           "copy from the device");
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

/// As many blocks of a kernel as the device holds at once.
template <typename Kernel>
int resident_blocks(Kernel* kernel, int threads) {
  int device = 0;
  int processors = 0;
  int per_processor = 0;
  demand(cudaGetDevice(&device), "device");
  demand(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "attribute");
  demand(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, kernel, threads, 0),
         "occupancy");
  return processors * per_processor;
}

constexpr int warp_size = 32;

/// What the lane `distance` further on holds, within groups of `width` lanes: a number, or a
/// structure of numbers.  All lanes of the warp call it.
template <typename T>
__device__ T shuffle_down(const T& value, int distance, int width = warp_size) {
  unsigned words[sizeof(T) / sizeof(unsigned)];
  static_assert(sizeof words == sizeof value, "shuffles move words");
  T other;
  memcpy(words, &value, sizeof value);
  for (unsigned& word : words) word = __shfl_down_sync(~0u, word, distance, width);
  memcpy(&other, words, sizeof other);
  return other;
}

struct Plus {
  template <typename T>
  __device__ T operator()(T a, const T& b) const {
    return a += b;
  }
};

/// The values of a warp, or of each group of `width` of its lanes, joined by join(a, b); complete
/// in the first lane.
template <typename T, typename Join = Plus>
__device__ T warp_reduce(T value, Join join = {}, int width = warp_size) {
  for (int distance = width / 2; distance > 0; distance /= 2)
    value = join(value, shuffle_down(value, distance, width));
  return value;
}

/// The values of a block joined, complete in its first thread.  All threads call it, in any shape
/// of block; before a second call they have to meet, since it uses the same shared memory again.
template <int threads, typename T, typename Join = Plus>
__device__ T block_reduce(T value, Join join = {}) {
  constexpr int warps = threads / warp_size;
  static_assert(threads % warp_size == 0 && (warps & (warps - 1)) == 0, "a power of two of warps");
  alignas(T) __shared__ unsigned char room[warps * sizeof(T)];  // without constructors
  T* of_warp = reinterpret_cast<T*>(room);
  const int thread = int((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
  value = warp_reduce(value, join);
  if (thread % warp_size == 0) of_warp[thread / warp_size] = value;
  __syncthreads();
  if constexpr (warps > 8) {
    if (thread >= warp_size) return value;
    value = warp_reduce(of_warp[thread % warps], join, warps);
  } else if (thread == 0) {  // few are joined faster one after the other
    for (int warp = 1; warp < warps; ++warp) value = join(value, of_warp[warp]);
  }
  return value;
}

/// Adds the values of a block to *total, by one addition.  Called like block_reduce().
template <int threads, typename T>
__device__ void block_add(T value, T* total) {
  value = block_reduce<threads>(value);
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) atomicAdd(total, value);
}

/// The sum of a lane's value and of those before it in the warp.
template <typename T>
__device__ T warp_running_sum(T value) {
  const int lane = int(threadIdx.x) % warp_size;
  for (int distance = 1; distance < warp_size; distance *= 2) {
    const T before = __shfl_up_sync(~0u, value, distance);
    if (lane >= distance) value += before;
  }
  return value;
}

}  // namespace league
