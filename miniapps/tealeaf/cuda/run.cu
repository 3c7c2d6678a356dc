// The vendor reference: what data is where, and the time steps.

#include <cstddef>

#include "launch.cuh"
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

  watch.start();
  tea::run_steps(space.settings, f, data.history, watch);
  watch.stop();

  pool.copy_to(space.pool.data());
  space.hand_in(space.pool.data() + (f.u - pool.data()), space.pool.data() + (f.u0 - pool.data()),
                data);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
