// The loops of serial as kernels on resident data: the data region, what elimination leaves of all
// lines at once.

#include "sp_steps.hpp"

double Sp::kept(const Class& cls) {
  return (sp::DenseStorage::numbers + 6.0) * cls.n * cls.n * cls.n;
}

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const long points = grid.points;
  sp::DenseStorage storage(grid, data, 6 * points);
  const sp::Fields fields = storage.fields();
  Real *u = fields.u, *ri = fields.ri, *rhs = fields.rhs, *lines = fields.lines;
  const Real* forcing = fields.forcing;

  #pragma omp target data map(tofrom : u[0 : 5 * points]) map(alloc : lines[0 : 6 * points]) \
      map(to : ri[0 : points], forcing[0 : 5 * points], rhs[0 : 5 * points])
  {
    sp::untimed_step(grid, fields);
    storage.restart();
    #pragma omp target update to(u[0 : 5 * points], ri[0 : points])
    sp::timed_steps(cls.niter, grid, fields, watch);
  }
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
