// What the third level is mapped to: the data region.

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

  #pragma omp target data map(to : resident[0 : 1], f[0 : 5 * places], ri[0 : places], \
                                  rsd[0 : 5 * places]) map(tofrom : u[0 : 5 * places])
  {
    lu::untimed_step(layout, fields);
    storage.restart(data.u);
    #pragma omp target update to(u[0 : 5 * places], ri[0 : places], rsd[0 : 5 * places])
    lu::timed_steps(cls.niter, layout, fields, watch);
  }
  storage.save(data.u);
}

template void Lu::run(const Class&, Data<double>&, league::Stopwatch&);
