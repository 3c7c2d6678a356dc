// The loops of serial, a thread a cell, with resident data: the gas is pushed, braked and heated.
// Whoever stores a value next to a wall stores its mirror image as well.

#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace {

void pressure(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double kx = pace.dt / grid.dx;
  const double ky = pace.dt / grid.dy;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      f.u_aside[c] = flow::accelerated(f.rho + c, f.e + c, f.mx + c, 1, kx);
      f.v_aside[c] = flow::accelerated(f.rho + c, f.e + c, f.my + c, grid.pitch, ky);
    }
}

void viscosity(const flow::Grid& grid, const flow::Fields& f) {
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      const double qx = flow::viscous_pressure(f.rho[c], f.u_aside + c, 1);
      const double qy = flow::viscous_pressure(f.rho[c], f.v_aside + c, grid.pitch);
      flow::store_with_sides(grid, f.rho_mid, i, j, qx);
      flow::store_with_ends(grid, f.e_mid, i, j, qy);
    }
}

void braking(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double kx = pace.dt / grid.dx;
  const double ky = pace.dt / grid.dy;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const double* qx = f.rho_mid;
      const double* qy = f.e_mid;
      const long c = grid.at(i, j);
      const double u = flow::slowed(f.rho + c, f.u_aside + c, qx + c, 1, kx);
      const double v = flow::slowed(f.rho + c, f.v_aside + c, qy + c, grid.pitch, ky);
      flow::store_with_ends(grid, f.u, i, j, u);
      flow::store_with_sides(grid, f.v, i, j, v);
    }
}

flow::Signals heating(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double dt_half = pace.dt_half;
  double fastest_x = 0;
  double fastest_y = 0;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f) \
      map(tofrom : fastest_x, fastest_y) reduction(max : fastest_x, fastest_y)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const double* qx = f.rho_mid;
      const double* qy = f.e_mid;
      const long c = grid.at(i, j);
      const double a = (f.u[c + 1] - f.u[c]) / grid.dx;
      const double b = (f.v[c + grid.pitch] - f.v[c]) / grid.dy;
      const double warm = flow::heated(f.rho[c], f.e[c], qx[c], qy[c], a, b, dt_half);
      flow::store_with_both(grid, f.e, i, j, warm);
      fastest_x = flow::greater(fastest_x, flow::signal(f.rho[c], warm, qx[c]));
      fastest_y = flow::greater(fastest_y, flow::signal(f.rho[c], warm, qy[c]));
    }
  return {fastest_x, fastest_y};
}

}  // namespace

flow::Signals flow::lagrange(const Grid& grid, const Fields& fields, const Pace& pace) {
  pressure(grid, fields, pace);
  viscosity(grid, fields);
  braking(grid, fields, pace);
  return heating(grid, fields, pace);
}
