// The compute phase of one run: time, motion in and around it, place, and what disturbed it.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "league/motion.hpp"

namespace league {

/// The steady clock, in nanoseconds since some moment.
long now();

/// What else is known of an interval, in nanoseconds; nothing where the system does not tell.  The
/// steady clock runs on while a process is stopped and stands still while the machine is suspended.
struct Witness {
  std::optional<long> wall;  ///< time of day: shows a paused virtual machine, a clock that was set
  std::optional<long> boot;  ///< shows a suspended machine, where alone it runs on
  std::optional<long> cpu;   ///< of all threads; little of it in a host program shows a frozen one
  long stops = 0;            ///< how often the process was stopped and continued, exactly
};

Witness witness_now();
Witness operator-(const Witness& end, const Witness& begin);

/// One repetition; times in nanoseconds.  Motion is empty where the runtime cannot count; what the
/// marks themselves launch belongs to no phase.
struct Sample {
  bool warmup = false;
  long setup = 0;
  long h2d = 0;      ///< from the call of run() to start()
  long compute = 0;  ///< from start() to stop()
  long d2h = 0;      ///< from stop() to the return of run()
  std::vector<std::pair<std::string_view, long>> laps;
  std::optional<Motion> h2d_motion;
  std::optional<Motion> compute_motion;
  std::optional<Motion> d2h_motion;
  Witness witness;  ///< of the compute phase
};

/// Two marks, made by the variant.  Both wait for the device, ask a small region where it runs and
/// read clocks and counters, all of it outside the interval between them.
class Stopwatch {
 public:
  /// With `guard`, host arrays are inaccessible to kernels between the marks; if the run `hands_in`
  /// what is computed there and nothing else, the host may not write to them after stop() either;
  /// nor, where there are no kernels and it computes itself, before start().
  explicit Stopwatch(bool guard = false, bool hands_in = false, bool on_host = false);
  ~Stopwatch();

  void start();
  void stop();

  /// Ends a named part of the compute phase, which began at start() or at the lap before.  Times of
  /// one name add up and are known after stop().  CUDA does not wait; other models do.
  void lap(std::string_view name);

  /// Ends the run, which began with the stopwatch, and tells about it.  Waits for the device.
  const Sample& finish();

  /// True once start() and stop() were both called, in that order.
  bool complete() const { return starts_ == 1 && stops_ == 1 && started_ <= stopped_; }

  /// device, host or mixed, as the regions at both marks found it; unknown if a mark is missing.
  std::string_view place() const;

 private:
  // Ends the phase whose motion is counted; the next begins when it is known where a region runs.
  void count(std::optional<Motion>& phase) const;
  void probe();
  void add_laps();

  bool guard_;
  bool hands_in_;
  int starts_ = 0;
  int stops_ = 0;
  int marks_on_device_ = 0;
  std::optional<Motion> counted_;
  Witness witness_;
  long started_ = 0;
  long stopped_ = 0;
  std::vector<std::string_view> ended_;  // names of laps, one an end
  Sample sample_;
  long called_;
};

}  // namespace league
