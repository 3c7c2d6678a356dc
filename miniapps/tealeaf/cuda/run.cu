// The vendor reference: what data is where, and the time steps.

#include <cstddef>

#include "cells.cuh"
#include "tealeaf_fields.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  league::DeviceArray<Real> pool{std::size_t(space.count)};
  league::DeviceArray<Real> partial{std::size_t(tea::sum_space)};
  pool.copy_from(space.pool.data());
  league::demand(cudaMemset(partial.data(), 0, tea::sum_space * sizeof(Real)), "clearing");
  tea::Fields f = space.place(pool.data());
  f.partial = partial.data();
  f.pass = tea::one_pass;
  tea::Spectrum spectrum;

  watch.start();
  tea::set_up(f, space.settings.wants_inverse());
  watch.lap("set-up");
  for (tea::Step& step : data.history) {
    step = tea::advance(space.settings, f, spectrum);
    watch.lap("solve");
  }
  watch.stop();

  pool.copy_to(space.pool.data());
  space.fetch(space.pool.data() + (f.u - pool.data()), data.u);
  space.fetch(space.pool.data() + (f.u0 - pool.data()), data.before);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
