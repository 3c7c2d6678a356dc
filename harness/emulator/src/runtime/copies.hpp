// Copies and fills, as the runtime's and the driver's interface both ask for them.
#pragma once

#include "runtime/api.hpp"

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

/// Whether bytes of the host are pinned, registered or managed.
bool pinned(const Context& context, const void* pointer, std::size_t bytes);

/// A copy whose source in pageable memory is read now; one into pageable memory is over when the
/// call returns.
int asynchronous(Context& context, const Copy& copy, int kind, void* handle);
/// A copy that is over when the call returns.
int synchronous(Context& context, const Copy& copy, int kind);

/// Rows of elements of 1, 2 or 4 bytes.
struct Fill {
  void* to;
  std::uint32_t value;
  unsigned bytes;  // of an element
  std::size_t pitch, row_bytes, rows;
};
int fill(Context& context, const Fill& fill, void* handle);

/// Memory of the host that the device sees under the same address.
int allocate_host(Context& context, void** pointer, std::size_t bytes, bool managed = false);

}  // namespace emu
