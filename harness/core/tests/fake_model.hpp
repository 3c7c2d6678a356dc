#pragma once

#include <optional>

#include "league/device.hpp"
#include "league/motion.hpp"

namespace fake {
extern league::Device device;
extern bool on_device;
extern std::optional<league::Motion> motion;
extern int synchronized;
}  // namespace fake
