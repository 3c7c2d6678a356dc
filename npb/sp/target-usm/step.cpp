// Unified shared memory against mapping: as target-data, without a word about data.

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

  sp::untimed_step(grid, fields);
  storage.restart();
  sp::timed_steps(cls.niter, grid, fields, watch);
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
