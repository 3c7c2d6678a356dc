// What every CUDA variant needs around its kernels: checked calls and memory on the device.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
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

/// Throws if the kernel launched just before was refused; what fails later is seen at the next
/// wait.
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

/// A row-major matrix in device memory whose rows are as long as the kernels like: zero where the
/// host has no element.
template <typename T>
class PaddedMatrix {
 public:
  PaddedMatrix(std::size_t rows, std::size_t pitch) : pitch_(pitch), array_(rows * pitch) {
    demand(cudaMemset(array_.data(), 0, rows * pitch * sizeof(T)), "clearing");
  }

  T* data() const { return array_.data(); }

  /// The upper left part, from or to a dense row-major matrix of the host.
  void copy_from(const T* host, std::size_t rows, std::size_t columns) {
    demand(cudaMemcpy2D(data(), pitch_ * sizeof(T), host, columns * sizeof(T), columns * sizeof(T),
                        rows, cudaMemcpyHostToDevice),
           "copy to the device");
  }
  void copy_to(T* host, std::size_t rows, std::size_t columns) const {
    demand(cudaMemcpy2D(host, columns * sizeof(T), data(), pitch_ * sizeof(T), columns * sizeof(T),
                        rows, cudaMemcpyDeviceToHost),
           "copy from the device");
  }

 private:
  std::size_t pitch_;
  DeviceArray<T> array_;
};

}  // namespace league
