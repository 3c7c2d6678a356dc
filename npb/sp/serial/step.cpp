// What is computed: time steps of right-hand side and three solves, each along one axis.

#include "sp_steps.hpp"

double Sp::kept(const Class& cls) {
  return double(sp::DenseStorage::numbers) * cls.n * cls.n * cls.n;
}

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  sp::DenseStorage storage(grid, data, 0);
  const sp::Fields fields = storage.fields();

  sp::untimed_step(grid, fields);
  storage.restart();
  sp::timed_steps(cls.niter, grid, fields, watch);
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
