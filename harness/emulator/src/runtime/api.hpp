// What the files of the interface share.
#pragma once

#include "runtime/abi.hpp"
#include "runtime/context.hpp"

// Exported; everything else of the library is hidden.
#define EMU_API extern "C" __attribute__((visibility("default")))

namespace emu {

/// The stream behind a handle: null is the legacy default stream, 1 and 2 name it and that of the
/// thread. Null for a handle that is none.
inline Stream* stream_of(Context& context, void* handle) {
  if (handle == nullptr || handle == reinterpret_cast<void*>(1)) return context.legacy();
  if (handle == reinterpret_cast<void*>(2)) return context.per_thread();
  Stream* stream = static_cast<Stream*>(handle);
  return context.is_stream(stream) ? stream : nullptr;
}

/// An entry of the interface: one thread at a time, and what it returns is remembered.
template <typename F>
int entry(F body) {
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  if (context.sticky) return context.remember(context.sticky);
  const int error = body(context);
  return context.remember(error);
}

}  // namespace emu
