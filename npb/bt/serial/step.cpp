// What is computed: time steps of five phases.

#include "bt_steps.hpp"

double Bt::kept(const Class& cls) {
  const double points = double(cls.n) * cls.n * cls.n;
  return bt::DenseStorage::numbers * points;
}

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  bt::DenseStorage storage(grid, data, 25L * cls.n);
  const bt::Fields fields = storage.fields();

  bt::untimed_step(grid, fields);
  storage.restart();
  bt::timed_steps(cls.niter, grid, fields, watch);
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
