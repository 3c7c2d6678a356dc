// The compute phase of one run: its time, what was moved and launched in it, and where it ran.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "league/motion.hpp"

namespace league {

using Clock = std::chrono::steady_clock;

/// Nanoseconds from one moment to another.
inline long nanoseconds(Clock::time_point from, Clock::time_point to) {
  return static_cast<long>(std::chrono::duration_cast<std::chrono::nanoseconds>(to - from).count());
}

/// Two marks, made by the variant.  Both wait for the device, ask a small region where it runs and
/// read the motion counters, all of it outside the interval between them.
class Stopwatch {
 public:
  /// With `guard`, host arrays are inaccessible to kernels between the marks.
  explicit Stopwatch(bool guard = false) : guard_(guard) {}

  void start();
  void stop();

  /// Ends a named part of the compute phase, which began at start() or at the lap before.  Times of
  /// one name add up.  Waits for the device.
  void lap(std::string_view name);

  /// True once start() and stop() were both called, in that order.
  bool complete() const { return starts_ == 1 && stops_ == 1; }

  Clock::time_point started() const { return started_; }
  Clock::time_point stopped() const { return stopped_; }

  /// Named parts in the order of their first end, in nanoseconds.
  const std::vector<std::pair<std::string, long>>& laps() const { return laps_; }

  /// Launches and bytes between the marks; nothing if the runtime cannot count.
  std::optional<Motion> compute_motion() const;

  /// device, host or mixed, as the regions at both marks found it; unknown if a mark is missing.
  std::string_view place() const;

 private:
  bool guard_;
  int starts_ = 0;
  int stops_ = 0;
  int marks_on_device_ = 0;
  Clock::time_point started_;
  Clock::time_point stopped_;
  Clock::time_point lap_began_;
  std::optional<Motion> before_;
  std::optional<Motion> after_;
  std::vector<std::pair<std::string, long>> laps_;
};

}  // namespace league
