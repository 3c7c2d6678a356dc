// The order of the phases of a step and the names of their laps, the same for every variant.
#pragma once

#include "../cfd/cfd_steps.hpp"
#include "sp_fields.hpp"
#include "sp_parts.hpp"

namespace sp {

/// Called by all threads of the team; every phase ends for all of them.
template <typename Team>
void step(const cfd::Grid& grid, const Fields& fields, league::Stopwatch& watch) {
  right_hand_side(grid, fields);
  Team::lap(watch, "rhs");
  solve<0>(grid, fields);
  Team::lap(watch, "x-solve");
  solve<1>(grid, fields);
  Team::lap(watch, "y-solve");
  solve<2>(grid, fields);
  Team::lap(watch, "z-solve");
}

/// The step that the rules want before the clock starts.  State and 1 / density are to be as at the
/// start of a run before it, and again behind it.
template <typename Team = cfd::OneThread>
void untimed_step(const cfd::Grid& grid, const Fields& fields) {
  league::Stopwatch nobody;
  Team::run([&] { step<Team>(grid, fields, nobody); });
}

/// What is timed: `niter` steps from the start of a run.
template <typename Team = cfd::OneThread>
void timed_steps(int niter, const cfd::Grid& grid, const Fields& fields, league::Stopwatch& watch) {
  watch.start();
  Team::run([&] {
    for (int s = 0; s < niter; ++s) step<Team>(grid, fields, watch);
  });
  watch.stop();
}

}  // namespace sp
