// What the offload runtime moved and launched, as it reports it itself.
#pragma once

#include <optional>

namespace league {

/// Kernel launches and bytes copied.
struct Motion {
  long launches = 0;
  long to_device = 0;    ///< bytes
  long from_device = 0;  ///< bytes
};

inline Motion operator-(const Motion& a, const Motion& b) {
  return {a.launches - b.launches, a.to_device - b.to_device, a.from_device - b.from_device};
}

/// Totals since the process began; nothing where the runtime cannot count.  Unknown is never zero.
/// Defined by ompt_motion.cpp or no_motion.cpp: the linker chooses.
std::optional<Motion> motion_so_far();

}  // namespace league
