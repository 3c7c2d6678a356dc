// What is computed: the gas is pushed, braked and heated where it is.

#include <algorithm>

#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace {

void pressure(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      f.u_aside[c] = flow::accelerated(f.rho + c, f.e + c, f.mx + c, 1, pace.dt / grid.dx);
      f.v_aside[c] = flow::accelerated(f.rho + c, f.e + c, f.my + c, grid.pitch, pace.dt / grid.dy);
    }
}

void viscosity(const flow::Grid& grid, const flow::Fields& f) {
  double* qx = f.rho_mid;
  double* qy = f.e_mid;
  for (int i = 2; i < grid.ny + 2; ++i) {
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      qx[c] = flow::viscous_pressure(f.rho[c], f.u_aside + c, 1);
      qy[c] = flow::viscous_pressure(f.rho[c], f.v_aside + c, grid.pitch);
    }
    flow::mirror_sides(grid, qx, i);
    flow::mirror_ends(grid, qy, i);
  }
}

void braking(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double* qx = f.rho_mid;
  const double* qy = f.e_mid;
  for (int i = 2; i < grid.ny + 2; ++i) {
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      f.u[c] = flow::slowed(f.rho + c, f.u_aside + c, qx + c, 1, pace.dt / grid.dx);
      f.v[c] = flow::slowed(f.rho + c, f.v_aside + c, qy + c, grid.pitch, pace.dt / grid.dy);
    }
    flow::mirror_ends(grid, f.u, i);
    flow::mirror_sides(grid, f.v, i);
  }
}

flow::Signals heating(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double* qx = f.rho_mid;
  const double* qy = f.e_mid;
  flow::Signals signals;
  for (int i = 2; i < grid.ny + 2; ++i) {
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      const double a = (f.u[c + 1] - f.u[c]) / grid.dx;
      const double b = (f.v[c + grid.pitch] - f.v[c]) / grid.dy;
      f.e[c] = flow::heated(f.rho[c], f.e[c], qx[c], qy[c], a, b, pace.dt_half);
      signals.x = std::max(signals.x, flow::signal(f.rho[c], f.e[c], qx[c]));
      signals.y = std::max(signals.y, flow::signal(f.rho[c], f.e[c], qy[c]));
    }
    flow::mirror_both(grid, f.e, i);
  }
  return signals;
}

}  // namespace

flow::Signals flow::lagrange(const Grid& grid, const Fields& fields, const Pace& pace) {
  pressure(grid, fields, pace);
  viscosity(grid, fields);
  braking(grid, fields, pace);
  return heating(grid, fields, pace);
}
