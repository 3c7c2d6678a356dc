#include "league/stopwatch.hpp"

#include <algorithm>

#include "league/build_info.hpp"
#include "league/device.hpp"
#include "league/guard.hpp"

namespace league {

void Stopwatch::start() {
  device_synchronize();
  if (build_info.offloads && runs_on_device()) ++marks_on_device_;
  ++starts_;
  before_ = motion_so_far();
  if (guard_) guard_arm();
  started_ = lap_began_ = Clock::now();
}

void Stopwatch::stop() {
  device_synchronize();
  stopped_ = Clock::now();
  if (guard_) guard_disarm();
  after_ = motion_so_far();
  ++stops_;
  if (build_info.offloads && runs_on_device()) ++marks_on_device_;
}

void Stopwatch::lap(std::string_view name) {
  device_synchronize();
  const auto now = Clock::now();
  const auto known = std::find_if(laps_.begin(), laps_.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  const long elapsed = nanoseconds(lap_began_, now);
  if (known == laps_.end())
    laps_.emplace_back(std::string(name), elapsed);
  else
    known->second += elapsed;
  lap_began_ = now;
}

std::optional<Motion> Stopwatch::compute_motion() const {
  if (!before_ || !after_) return std::nullopt;
  return *after_ - *before_;
}

std::string_view Stopwatch::place() const {
  if (!complete()) return "unknown";
  if (marks_on_device_ == 0) return "host";
  return marks_on_device_ == 2 ? "device" : "mixed";
}

}  // namespace league
