// What was moved and launched, as the offload runtime or an emulated device reports it.
#pragma once

#include <optional>
#include <string>

namespace league {

/// Kernel launches and bytes copied.
struct Motion {
  long launches = 0;
  long to_device = 0;    ///< bytes
  long from_device = 0;  ///< bytes
  // What kernels did, which only an emulated device counts.
  bool of_kernels = false;
  double flops = 0;     ///< floating-point operations
  double compared = 0;  ///< operations of integers, logic, comparisons, other atomics
  double touched = 0;   ///< bytes of device memory, by each launch once
};

inline Motion operator-(const Motion& a, const Motion& b) {
  return {a.launches - b.launches,
          a.to_device - b.to_device,
          a.from_device - b.from_device,
          a.of_kernels,
          a.flops - b.flops,
          a.compared - b.compared,
          a.touched - b.touched};
}

/// Totals since the process began; nothing where the runtime cannot count.  Unknown is never zero.
/// Defined by ompt_motion.cpp or no_motion.cpp: the linker chooses.
std::optional<Motion> motion_so_far();

/// Whether the device is an emulated one: what stands in for its runtime announces itself.
bool device_is_emulated();

/// What an emulated device did since the process began; nothing without one, or with counts off.
std::optional<Motion> emulated_motion();

/// The first finding of the emulated device's checks in this process; empty if there is none.
std::string device_finding();

}  // namespace league
