// The order of the phases and the names of their laps, the same for every variant.
#pragma once

#include <utility>
#include <vector>

#include "flow.hpp"
#include "flow_fields_state.hpp"
#include "flow_parts.hpp"

namespace flow {

/// All steps of a run, x and y taking turns; returns how many there were.  The two densities change
/// places in each.
inline int advance(const Flow::Class& cls, State& state, Fields& f,
                   std::vector<Flow::Summary>& summaries, league::Stopwatch& watch) {
  const Grid& grid = state.grid;
  Pace& pace = state.pace;
  int& step = state.steps;
  while (step < cls.steps && pace.elapsed < cls.setup->sim_end) {
    const Signals signals = lagrange(grid, f, pace);
    pace.choose(grid.dx, grid.dy, signals, cls.setup->max_dt, step == 0);
    watch.lap("lagrange");
    advection(grid, f, pace, step % 2 == 0);
    std::swap(f.rho, f.rho_next);
    pace.elapsed += pace.dt;
    watch.lap("advection");
    ++step;
    if (cls.summary_every > 0 && step % cls.summary_every == 0) {
      const Sums sums = summary(grid, f);
      summaries.push_back({step, pace.elapsed, pace.dt, sums.density, sums.energy});
      watch.lap("summary");
    }
  }
  return step;
}

}  // namespace flow
