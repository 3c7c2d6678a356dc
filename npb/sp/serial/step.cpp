// What is computed: time steps of right-hand side and three solves, each along one axis.

#include <cstddef>

#include "sp_steps.hpp"

double Sp::kept(const Class& cls) {
  // The contract's fields, the initial state once more, 1 / density.
  return (15.0 + 5 + 1) * cls.n * cls.n * cls.n;
}

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const league::vector<Real> initial = data.u;
  league::vector<Real> ri(std::size_t(grid.points));
  sp::reciprocals(initial, ri);
  const sp::Fields fields{data.u.data(), ri.data(), data.forcing.data(), nullptr, data.rhs.data(),
                          nullptr,       0};

  sp::untimed_step(grid, fields);
  data.u = initial;
  sp::reciprocals(initial, ri);
  sp::timed_steps(cls.niter, grid, fields, watch);
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
