// The vendor reference: four kernels a step.

#include <cstddef>

#include "league/cuda.hpp"
#include "sp_steps.hpp"

double Sp::kept(const Class& cls) {
  // On the device: u, forcing and right-hand side, 1 / density, what elimination leaves of all
  // lines.
  return (5.0 + 5 + 5 + 1 + 11) * cls.n * cls.n * cls.n;
}

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const auto points = std::size_t(grid.points);
  league::DeviceArray<Real> u(5 * points), ri(points), forcing(5 * points), rhs(5 * points);
  league::DeviceArray<Real> rows(11 * points);
  league::vector<Real> reciprocals(points);
  sp::reciprocals(data.u, reciprocals);
  forcing.copy_from(data.forcing.data());
  rhs.copy_from(data.rhs.data());
  const sp::Fields fields{u.data(), ri.data(), forcing.data(), nullptr, rhs.data(), rows.data(), 0};
  const auto restart = [&] {
    u.copy_from(data.u.data());
    ri.copy_from(reciprocals.data());
  };

  restart();
  sp::untimed_step(grid, fields);
  restart();
  sp::timed_steps(cls.niter, grid, fields, watch);
  u.copy_to(data.u.data());
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
