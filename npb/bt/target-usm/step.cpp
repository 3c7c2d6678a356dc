// Unified shared memory against mapping: as target-data, without a word about data.

#include "bt_steps.hpp"

double Bt::kept(const Class& cls) {
  const double points = double(cls.n) * cls.n * cls.n;
  return (bt::DenseStorage::numbers + 25) * points;
}

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const long points = grid.points;
  bt::DenseStorage storage(grid, data, 25 * points);
  const bt::Fields fields = storage.fields();
  Real *u = fields.u, *ri = fields.ri, *rhs = fields.rhs, *work = fields.work;
  const Real* forcing = fields.forcing;

  bt::untimed_step(grid, fields);
  storage.restart();
  bt::timed_steps(cls.niter, grid, fields, watch);
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
