// Unified shared memory against mapping: as target-data, without a word about data.

#include "tealeaf_fields.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  space.align(space.pool.data(), data);
  tea::Fields& f = space.fields;
  f.watch = &watch;

  watch.start();
  tea::run_steps(space.settings, f, data.history, watch);
  watch.stop();

  space.hand_in(f.u, f.u0, data);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
