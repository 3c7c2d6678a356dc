// As target-data, with room for three blocks of every point.

#include "bt_steps.hpp"

double Bt::kept(const Class& cls) {
  const double points = double(cls.n) * cls.n * cls.n;
  return (bt::DenseStorage::numbers + 75) * points;
}

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const long points = grid.points;
  bt::DenseStorage storage(grid, data, 75 * points);
  const bt::Fields fields = storage.fields();
  Real *u = fields.u, *ri = fields.ri, *rhs = fields.rhs, *work = fields.work;
  const Real* forcing = fields.forcing;

  #pragma omp target data map(tofrom : u[0 : 5 * points]) map(alloc : ri[0 : points]) \
      map(to : forcing[0 : 5 * points], rhs[0 : 5 * points]) map(alloc : work[0 : 75 * points])
  {
    bt::untimed_step(grid, fields);
    storage.restart();
    #pragma omp target update to(u[0 : 5 * points], rhs[0 : 5 * points])
    bt::timed_steps(cls.niter, grid, fields, watch);
  }
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
