// Who makes the time steps of a simulated application.
#pragma once

#include "league/stopwatch.hpp"

namespace cfd {

/// One thread makes the steps; their phases bring in others, or none.  A variant whose threads make
/// all steps together has a type of its own with the same two functions.
struct OneThread {
  template <typename Work>
  static void run(const Work& work) {
    work();
  }

  static void lap(league::Stopwatch& watch, const char* phase) { watch.lap(phase); }
};

}  // namespace cfd
