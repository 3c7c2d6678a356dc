// What a program prints at its end, and the file of counts.
#pragma once

#include <array>
#include <string>

#include "runtime/device.hpp"

namespace emu {

/// Launches, bytes to the device and from it, floating-point operations, others, bytes touched.
std::array<double, 6> done_so_far(const Device& device);
std::string counts_as_json(const Device& device);
void write_report(const Device& device);

}  // namespace emu
