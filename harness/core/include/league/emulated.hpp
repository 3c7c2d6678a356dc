// Whether the device is an emulated one: the library that stands in for its runtime says so.
#pragma once

#include <string>

namespace league {

/// Asks for the symbol by which such a library announces itself, whatever the toolchain is called.
bool device_is_emulated();

/// The first finding of the emulated device's checks in this process; empty if there is none.
std::string device_finding();

}  // namespace league
