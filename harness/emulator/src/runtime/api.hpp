// What the files of the interface share.
#pragma once

#include <new>

#include "runtime/abi.hpp"
#include "runtime/context.hpp"
#include "runtime/exported.hpp"

namespace emu {

/// While one lives, a null handle means the stream of the thread that asks.
class NullIsOwn {
 public:
  NullIsOwn() : before_(holds_) { holds_ = true; }
  ~NullIsOwn() { holds_ = before_; }
  NullIsOwn(const NullIsOwn&) = delete;
  NullIsOwn& operator=(const NullIsOwn&) = delete;

  static bool holds() { return holds_; }

 private:
  inline static thread_local bool holds_ = false;
  bool before_;
};

/// The stream behind a handle: null is the legacy default stream or that of the thread, which 1 and
/// 2 name. Null for a handle that is none.
inline Stream* stream_of(Context& context, void* handle) {
  const auto which = reinterpret_cast<std::uintptr_t>(handle);
  if (which == 2 || (which == 0 && NullIsOwn::holds())) return context.streams.per_thread();
  if (which < 2) return context.streams.legacy();
  Stream* stream = static_cast<Stream*>(handle);
  return context.streams.is_stream(stream) ? stream : nullptr;
}

/// Makes the primary context current in a thread that has none.
void use_primary_context();

/// What a call does, unless the host has no memory for it.
template <typename F>
int guarded(Context& context, F& body) {
  try {
    return body(context);
  } catch (const std::bad_alloc&) {
    return context.no_room();
  }
}

/// An entry of the interface that needs no context: one thread at a time, and what it returns is
/// remembered.
template <typename F>
int question(F body) {
  if (in_callback()) return not_permitted;
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  ++context.calls;
  if (!context.devices) return context.remember(no_device);
  if (context.sticky) return context.remember(context.sticky);
  const int error = guarded(context, body);
  return context.remember(error);
}

/// An entry for which a context is made, if the thread has none.
template <typename F>
int entry(F body) {
  return question([&](Context& context) {
    use_primary_context();
    return body(context);
  });
}

}  // namespace emu
