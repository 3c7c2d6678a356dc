// Fields on the device that begin a cache line, as those of the host do: their padded rows
// (cloverleaf_fields.hpp) are whole lines only then.
#pragma once

#include <omp.h>

#include <cstddef>
#include <cstdint>

namespace clover {

/// While it lives, a host array is present on the device, in memory that begins a cache line; a map
/// clause finds it and allocates nothing.  Left to itself, a device may begin anywhere: the plug-in
/// that takes the processor for a device asks malloc, and then every vector of eight doubles lies
/// in two lines.  Where this cannot be had, nothing is present and the map clause allocates.
class AlignedOnDevice {
 public:
  AlignedOnDevice(double* array, long count) : array_(array) {
    constexpr std::uintptr_t line = 64;
    const std::size_t bytes = std::size_t(count) * sizeof(double);
    memory_ = omp_target_alloc(bytes + line, device_);
    if (memory_ == nullptr) return;
    const std::size_t skipped = (line - reinterpret_cast<std::uintptr_t>(memory_) % line) % line;
    if (omp_target_associate_ptr(array, memory_, bytes, skipped, device_) == 0) return;
    omp_target_free(memory_, device_);
    memory_ = nullptr;
  }
  AlignedOnDevice(const AlignedOnDevice&) = delete;
  AlignedOnDevice& operator=(const AlignedOnDevice&) = delete;
  ~AlignedOnDevice() {
    if (memory_ == nullptr) return;
    omp_target_disassociate_ptr(array_, device_);
    omp_target_free(memory_, device_);
  }

 private:
  int device_ = omp_get_default_device();
  double* array_;
  void* memory_;
};

}  // namespace clover
