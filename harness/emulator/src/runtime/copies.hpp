// Copies and fills, as the runtime's and the driver's interface both ask for them.
#pragma once

#include "runtime/api.hpp"
#include "runtime/transfers.hpp"

namespace emu {

/// Whether bytes of the host are pinned, registered or managed.
bool pinned(const Context& context, const void* pointer, std::size_t bytes);

/// A copy whose source in pageable memory is read now; one into pageable memory is over when the
/// call returns.
int asynchronous(Context& context, const Copy& copy, int kind, void* handle);
/// A copy that is over when the call returns.
int synchronous(Context& context, const Copy& copy, int kind);

int fill(Context& context, const Fill& fill, void* handle);

/// Memory of the host that the device sees under the same address.
int allocate_host(Context& context, void** pointer, std::size_t bytes, bool managed = false);

// Layers of rows, as the interface tells them.
struct Pitched {
  void* pointer;
  std::size_t pitch, width, height;
};
struct Extent3 {
  std::size_t width, height, depth;
};
struct Position {
  std::size_t x, y, z;
};
struct Copy3 {
  void* from_array;
  Position from_position;
  Pitched from;
  void* to_array;
  Position to_position;
  Pitched to;
  Extent3 extent;
  int kind;
};

/// Where a layer begins, from a position on.
char* at(const Pitched& memory, const Position& position, std::size_t layer);
/// Hands on each layer of a copy; arrays are not there.
int copy_layers(Context& context, const Copy3* copy,
                const std::function<int(const Copy&)>& perform);

}  // namespace emu
