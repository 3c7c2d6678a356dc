// The vendor reference: six kernels a step, all lines of an axis at once.

#include <cstddef>

#include "bt_steps.hpp"
#include "fields.cuh"

double Bt::kept(const Class& cls) {
  // On the device: u and the right-hand side twice, 1 / density twice, forcing, C' of all lines.
  const double points = double(cls.n) * cls.n * cls.n;
  return (10 + 10 + 2 + 5 + 25) * points;
}

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const auto points = std::size_t(grid.points);
  const std::size_t all = std::size_t(cls.n - 2) * std::size_t(cls.n - 2);
  league::DeviceArray<Real> u(10 * points);  // and with x and y exchanged
  league::DeviceArray<Real> ri(2 * points);
  league::DeviceArray<Real> rhs(10 * points);
  league::DeviceArray<Real> forcing(5 * points);
  league::DeviceArray<Real> blocks((all + bt::lines - 1) / bt::lines * bt::lines * 25 *
                                   std::size_t(cls.n));
  const bt::Fields fields{u.data(), ri.data(), forcing.data(), rhs.data(), blocks.data()};
  forcing.copy_from(data.forcing.data());
  const auto restart = [&] {
    league::demand(
        cudaMemcpy(u.data(), data.u.data(), 5 * points * sizeof(Real), cudaMemcpyHostToDevice),
        "copy to the device");
    league::demand(cudaMemset(rhs.data(), 0, 10 * points * sizeof(Real)), "clearing");
  };

  restart();
  bt::untimed_step(grid, fields);
  restart();
  bt::timed_steps(cls.niter, grid, fields, watch);
  league::demand(
      cudaMemcpy(data.u.data(), u.data(), 5 * points * sizeof(Real), cudaMemcpyDeviceToHost),
      "copy from the device");
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
