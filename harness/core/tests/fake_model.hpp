#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "league/device.hpp"
#include "league/motion.hpp"

namespace fake {
extern league::Device device;
extern bool on_device;
extern std::optional<league::Shape> shape;    ///< what regions get
extern std::optional<league::Motion> motion;  ///< regions that ask where they run count as well
extern int synchronized;
extern std::vector<long> laps;         ///< what its clock says of laps; empty: it has none
extern std::chrono::nanoseconds wait;  ///< how long the device keeps whoever waits for it
}  // namespace fake
