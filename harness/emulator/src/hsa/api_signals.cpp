// Signals.
#include "hsa/process.hpp"

using namespace emu;
using namespace emu::hsa;

namespace {

// What a wait or a load answers that has nothing to look at: an error of who made the signal.
constexpr std::int64_t no_value = -1;

Status create(const char* name, std::int64_t value, std::uint64_t* signal) {
  return call(name, [&](Process& process) {
    if (!signal) return invalid_argument;
    *signal = process.signals.create(value);
    return *signal ? ok : refused(out_of_resources, name, "no memory left");
  });
}

template <typename F>
Status of_signal(const char* name, std::uint64_t signal, F body) {
  return call(name, [&](Process& process) {
    if (!process.signals.known(signal))
      return refused(invalid_signal, name, "no signal " + in_hex(signal));
    return body(process.signals);
  });
}

std::int64_t load(const char* name, std::uint64_t signal) {
  std::int64_t value = no_value;
  of_signal(name, signal, [&](Signals& signals) {
    value = signals.load(signal);
    return ok;
  });
  return value;
}

void store(const char* name, std::uint64_t signal, std::int64_t value) {
  of_signal(name, signal, [&](Signals& signals) {
    signals.store(signal, value);
    return ok;
  });
}

std::int64_t wait(const char* name, std::uint64_t signal, std::uint32_t condition,
                  std::int64_t compared, std::uint64_t nanoseconds) {
  std::int64_t value = no_value;
  of_signal(name, signal, [&](Signals& signals) {
    if (condition > static_cast<std::uint32_t>(Condition::at_least))
      return refused(invalid_argument, name, "no condition " + std::to_string(condition));
    const auto asked = static_cast<Condition>(condition);
    value = signals.wait(signal, asked, compared, nanoseconds);
    // GCC's runtime comes again each millisecond: that is one wait.
    if (holds(value, asked, compared)) ++Process::get().waits;
    return ok;
  });
  return value;
}

}  // namespace

EMU_API Status hsa_signal_create(std::int64_t value, std::uint32_t, const Handle*,
                                 std::uint64_t* signal) {
  return create("hsa_signal_create", value, signal);
}
EMU_API Status hsa_amd_signal_create(std::int64_t value, std::uint32_t, const Handle*,
                                     std::uint64_t, std::uint64_t* signal) {
  return create("hsa_amd_signal_create", value, signal);
}
EMU_API Status hsa_signal_destroy(std::uint64_t signal) {
  return of_signal("hsa_signal_destroy", signal,
                   [&](Signals& signals) { return signals.destroy(signal) ? ok : invalid_signal; });
}

EMU_API std::int64_t hsa_signal_load_scacquire(std::uint64_t signal) {
  return load("hsa_signal_load_scacquire", signal);
}
EMU_API std::int64_t hsa_signal_load_acquire(std::uint64_t signal) {
  return load("hsa_signal_load_acquire", signal);
}
EMU_API std::int64_t hsa_signal_load_relaxed(std::uint64_t signal) {
  return load("hsa_signal_load_relaxed", signal);
}
EMU_API void hsa_signal_store_relaxed(std::uint64_t signal, std::int64_t value) {
  store("hsa_signal_store_relaxed", signal, value);
}
EMU_API void hsa_signal_store_release(std::uint64_t signal, std::int64_t value) {
  store("hsa_signal_store_release", signal, value);
}
EMU_API void hsa_signal_store_screlease(std::uint64_t signal, std::int64_t value) {
  store("hsa_signal_store_screlease", signal, value);
}
EMU_API void hsa_signal_subtract_screlease(std::uint64_t signal, std::int64_t value) {
  of_signal("hsa_signal_subtract_screlease", signal, [&](Signals& signals) {
    signals.add(signal, -value);
    return ok;
  });
}

EMU_API std::int64_t hsa_signal_wait_scacquire(std::uint64_t signal, std::uint32_t condition,
                                               std::int64_t value, std::uint64_t nanoseconds,
                                               std::uint32_t) {
  return wait("hsa_signal_wait_scacquire", signal, condition, value, nanoseconds);
}
EMU_API std::int64_t hsa_signal_wait_acquire(std::uint64_t signal, std::uint32_t condition,
                                             std::int64_t value, std::uint64_t nanoseconds,
                                             std::uint32_t) {
  return wait("hsa_signal_wait_acquire", signal, condition, value, nanoseconds);
}

EMU_API Status hsa_amd_signal_async_handler(std::uint64_t signal, std::uint32_t condition,
                                            std::int64_t value, SignalHandler handler,
                                            void* argument) {
  return of_signal("hsa_amd_signal_async_handler", signal, [&](Signals& signals) {
    if (!handler || condition > static_cast<std::uint32_t>(Condition::at_least))
      return invalid_argument;
    signals.when(signal, static_cast<Condition>(condition), value, handler, argument);
    return ok;
  });
}
