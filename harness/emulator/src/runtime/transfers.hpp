// Copies and fills of bytes on the device, or between it and the host, as they take place.
#pragma once

#include "runtime/device.hpp"

namespace emu {

inline std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

/// A copy of rows; one row is a plain copy.
struct Copy {
  void* to;
  const void* from;
  std::size_t to_pitch, from_pitch, row_bytes, rows;

  std::size_t span(std::size_t pitch) const { return rows ? pitch * (rows - 1) + row_bytes : 0; }
};

inline Copy plain(void* to, const void* from, std::size_t bytes) {
  return {to, from, bytes, bytes, bytes, 1};
}

/// Rows of elements of 1, 2 or 4 bytes.
struct Fill {
  void* to;
  std::uint32_t value;
  unsigned bytes;  // of an element
  std::size_t pitch, row_bytes, rows;
};

bool on_device(const Device& device, const void* pointer);
/// All bytes belong to one live allocation of the device.
bool inside(const Device& device, const void* pointer, std::size_t bytes);

/// Adds it to what the host did.
void count(Device& device, const Copy& copy);
void count(Device& device, const Fill& fill);
/// Does it; addresses tell what is on the device.
void perform(Device& device, const Copy& copy);
void perform(Device& device, const Fill& fill);

}  // namespace emu
