// The order of the phases of a step and the names of their laps, the same for every variant.
#pragma once

#include "../cfd/cfd_steps.hpp"
#include "bt_fields.hpp"
#include "bt_parts.hpp"

namespace bt {

/// Called by all threads of the team; every phase ends for all of them.
template <typename Team>
void step(const cfd::Grid& grid, const Fields& f, league::Stopwatch& watch) {
  right_hand_side(grid, f.u, f.ri, f.forcing, f.rhs);
  Team::lap(watch, "rhs");
  solve<0>(grid, f.u, f.ri, f.rhs, f.work);
  Team::lap(watch, "x-solve");
  solve<1>(grid, f.u, f.ri, f.rhs, f.work);
  Team::lap(watch, "y-solve");
  solve<2>(grid, f.u, f.ri, f.rhs, f.work);
  Team::lap(watch, "z-solve");
  add(grid, f.rhs, f.u, f.ri);
  Team::lap(watch, "add");
}

/// The step that the rules want before the clock starts.  Fields are to be as at the start of a run
/// before it, and again behind it.
template <typename Team = cfd::OneThread>
void untimed_step(const cfd::Grid& grid, const Fields& f) {
  league::Stopwatch nobody;
  Team::run([&] {
    add(grid, f.rhs, f.u, f.ri);  // nothing, but 1 / density
    step<Team>(grid, f, nobody);
  });
}

/// What is timed: `niter` steps from the start of a run.
template <typename Team = cfd::OneThread>
void timed_steps(int niter, const cfd::Grid& grid, const Fields& f, league::Stopwatch& watch) {
  Team::run([&] { add(grid, f.rhs, f.u, f.ri); });  // nothing, but 1 / density
  watch.start();
  Team::run([&] {
    for (int it = 0; it < niter; ++it) step<Team>(grid, f, watch);
  });
  watch.stop();
}

}  // namespace bt
