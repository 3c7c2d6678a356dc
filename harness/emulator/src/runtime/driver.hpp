// The driver's interface on the same device as the runtime's: what its files share.
#pragma once

#include <vector>

#include "runtime/copies.hpp"

namespace emu {

/// The contexts that are current in a thread, the last one on top; all see the same device.
std::vector<void*>& current_contexts();
bool driver_initialised();

/// What the runtime calls an error, in the driver's numbers.
int driver_error(int error);

/// `handle`: the context is that of a handle, whatever is current.
enum class Needs { nothing, initialised, handle, context };

/// A stream or event belongs to a context, which need not be current; the default stream is that of
/// the current one.
inline Needs needs_for(const void* handle) {
  return reinterpret_cast<std::uintptr_t>(handle) > 2 ? Needs::handle : Needs::context;
}

/// An entry of the driver's interface.  It remembers no error but the one that ends everything.
template <typename F>
int driver(Needs needs, F body) {
  if (in_callback()) return not_permitted;
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  ++context.calls;
  if (needs != Needs::nothing && !driver_initialised()) return not_initialised;
  if (needs == Needs::context && current_contexts().empty()) return invalid_context;
  const bool alone = current_contexts().empty();
  const int before = context.last_error;
  const int error =
      needs == Needs::context && context.sticky ? context.sticky : guarded(context, body);
  context.last_error = context.sticky ? context.sticky : before;
  if (alone && needs == Needs::handle) current_contexts().clear();  // as it was
  return driver_error(error);
}

template <typename F>
int driver(F body) {
  return driver(Needs::context, body);
}

}  // namespace emu
