// Two explicit levels: the data region, what elimination leaves of all lines at once.

#include "sp_steps.hpp"

double Sp::kept(const Class& cls) {
  return sp::PaddedStorage::numbers(cls) + 6.0 * cls.n * cls.n * cls.n;
}

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long work_size = 6L * cls.n * cls.n * cls.n;
  sp::PaddedStorage storage(cls, data, work_size);
  const long points = storage.grid.points;
  const sp::Fields fields = storage.fields();
  Real *u = fields.u, *ri = fields.ri, *rhs = fields.rhs, *lines = fields.lines;
  const Real* forcing = fields.forcing;

  #pragma omp target data map(tofrom : u[0 : 5 * points]) map(alloc : lines[0 : work_size]) \
      map(to : ri[0 : points], forcing[0 : 5 * points], rhs[0 : 5 * points])
  {
    sp::untimed_step(storage.grid, fields);
    storage.restart();
    #pragma omp target update to(u[0 : 5 * points], ri[0 : points])
    sp::timed_steps(cls.niter, storage.grid, fields, watch);
  }
  storage.save();
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
