// Refusing what does not fit, before it is allocated.
#pragma once

#include <cstddef>
#include <string>

#include "league/device.hpp"

namespace league {

/// Bytes that programs can still take on the host; 0 if the system does not tell.
std::size_t available_host_memory();

/// Why a run that keeps `resident` bytes of data cannot be made here; empty if it can.
std::string why_not_enough_memory(double resident, const Device& device);

}  // namespace league
