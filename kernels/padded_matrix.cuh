#pragma once

#include "league/cuda.hpp"

namespace league {

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
