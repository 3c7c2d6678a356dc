// Whether the device is an emulated one: the library that stands in for its runtime says so.
#pragma once

#include <optional>
#include <string>

#include "league/motion.hpp"

namespace league {

/// Asks for the symbol by which such a library announces itself, whatever the toolchain is called.
bool device_is_emulated();

/// What the emulated device did since the process began; nothing without one, or where its counts
/// are off.
std::optional<Motion> emulated_motion();

/// The first finding of the emulated device's checks in this process; empty if there is none.
std::string device_finding();

}  // namespace league
