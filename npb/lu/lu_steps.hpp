// The order of the phases of a step and the names of their laps, the same for every variant.
#pragma once

#include "league/stopwatch.hpp"
#include "lu.hpp"
#include "lu_fields.hpp"
#include "lu_parts.hpp"

namespace lu {

inline void step(const Layout& layout, const Fields& fields, league::Stopwatch& watch) {
  sweep<lower>(layout, fields);
  watch.lap("lower");
  sweep<upper>(layout, fields);
  watch.lap("upper");
  add(layout, fields);
  watch.lap("add");
  residual(layout, fields);
  watch.lap("rhs");
}

/// The step that the rules want before the clock starts.  Fields are to be as at the start of a run
/// before it, and again behind it.
inline void untimed_step(const Layout& layout, const Fields& fields) {
  league::Stopwatch nobody;
  residual(layout, fields);
  step(layout, fields, nobody);
}

/// What is timed: `niter` steps from the start of a run.
inline void timed_steps(int niter, const Layout& layout, const Fields& fields,
                        league::Stopwatch& watch) {
  residual(layout, fields);
  watch.start();
  for (int it = 0; it < niter; ++it) step(layout, fields, watch);
  watch.stop();
}

}  // namespace lu
