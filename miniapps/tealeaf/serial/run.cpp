// What is computed: time steps, each of which solves one linear system.

#include "tealeaf_fields.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  tea::Fields& f = space.fields;
  tea::Spectrum spectrum;

  watch.start();
  tea::set_up(f, space.settings.wants_inverse());
  watch.lap("set-up");
  for (tea::Step& step : data.history) {
    step = tea::advance(space.settings, f, spectrum);
    watch.lap("solve");
  }
  watch.stop();

  space.fetch(f.u, data.u);
  space.fetch(f.u0, data.before);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
