// The vendor reference: four kernels a step.

#include <cstddef>

#include "league/cuda.hpp"
#include "lu_steps.hpp"

double Lu::kept(const Class& cls) {
  return lu::Storage::numbers(lu::skewed(cls.n, cls.dt));  // more than on the device
}

template <typename Real>
void Lu::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const lu::Layout layout = lu::skewed(cls.n, cls.dt);
  lu::Storage storage(layout, data.u, data.forcing);
  const lu::Fields host = storage.fields();
  const auto places = std::size_t(layout.grid.points);
  league::DeviceArray<Real> u(5 * places);
  league::DeviceArray<Real> ri(places);
  league::DeviceArray<Real> rsd(5 * places);
  league::DeviceArray<Real> f(5 * places);
  f.copy_from(host.f);
  const lu::Fields fields{u.data(), ri.data(), rsd.data(), f.data()};
  const auto restart = [&] {
    u.copy_from(host.u);
    ri.copy_from(host.ri);
    rsd.copy_from(host.rsd);
  };

  restart();
  lu::untimed_step(layout, fields);
  restart();
  lu::timed_steps(cls.niter, layout, fields, watch);
  u.copy_to(host.u);
  storage.save(data.u);
}

template void Lu::run(const Class&, Data<double>&, league::Stopwatch&);
