// Unified shared memory against mapping: as target-data, without a word about data.

#include "lu_steps.hpp"

double Lu::kept(const Class& cls) { return lu::Storage::numbers(lu::skewed(cls.n, cls.dt)); }

template <typename Real>
void Lu::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const lu::Layout layout = lu::skewed(cls.n, cls.dt);
  lu::Storage storage(layout, data.u, data.forcing);
  const lu::Fields fields = storage.fields();
  const long places = layout.grid.points;
  const lu::Layout* resident = &layout;
  Real *u = fields.u, *ri = fields.ri, *rsd = fields.rsd;
  const Real* f = fields.f;

  lu::untimed_step(layout, fields);
  storage.restart(data.u);
  lu::timed_steps(cls.niter, layout, fields, watch);
  storage.save(data.u);
}

template void Lu::run(const Class&, Data<double>&, league::Stopwatch&);
