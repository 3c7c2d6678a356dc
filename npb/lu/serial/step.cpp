// What is computed: time steps of two sweeps, an update and a new residual.

#include "lu_steps.hpp"

double Lu::kept(const Class& cls) { return lu::Storage::numbers(lu::lexicographic(cls.n, cls.dt)); }

template <typename Real>
void Lu::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const lu::Layout layout = lu::lexicographic(cls.n, cls.dt);
  lu::Storage storage(layout, data.u, data.forcing);
  const lu::Fields fields = storage.fields();

  lu::untimed_step(layout, fields);
  storage.restart(data.u);
  lu::timed_steps(cls.niter, layout, fields, watch);
  storage.save(data.u);
}

template void Lu::run(const Class&, Data<double>&, league::Stopwatch&);
