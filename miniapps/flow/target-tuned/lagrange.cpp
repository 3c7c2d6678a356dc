// The best that clauses allow on a GPU: a thread for every cell, neighbours in a row side by side,
// fluxes computed on both sides of a cell rather than stored.

#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace {

void pressure(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double *rho = f.rho, *e = f.e, *mx = f.mx, *my = f.my;
  double *u = f.u_aside, *v = f.v_aside;
  const double kx = pace.dt / grid.dx;
  const double ky = pace.dt / grid.dy;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      u[c] = flow::accelerated(rho + c, e + c, mx + c, 1, kx);
      v[c] = flow::accelerated(rho + c, e + c, my + c, grid.pitch, ky);
    }
}

void viscosity(const flow::Grid& grid, const flow::Fields& f) {
  const double *rho = f.rho, *u = f.u_aside, *v = f.v_aside;
  double *qx = f.rho_mid, *qy = f.e_mid;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      flow::store_with_sides(grid, qx, i, j, flow::viscous_pressure(rho[c], u + c, 1));
      flow::store_with_ends(grid, qy, i, j, flow::viscous_pressure(rho[c], v + c, grid.pitch));
    }
}

// Braking and heating in one kernel: the far sides of a cell are braked twice.
flow::Signals heating(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double *rho = f.rho, *qx = f.rho_mid, *qy = f.e_mid;
  const double *u_before = f.u_aside, *v_before = f.v_aside;
  double *u = f.u, *v = f.v, *e = f.e;
  const double kx = pace.dt / grid.dx;
  const double ky = pace.dt / grid.dy;
  const double dt_half = pace.dt_half;
  double fastest_x = 0;
  double fastest_y = 0;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid) \
      map(tofrom : fastest_x, fastest_y) reduction(max : fastest_x, fastest_y)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      const long up = c + grid.pitch;
      const double left = flow::slowed(rho + c, u_before + c, qx + c, 1, kx);
      const double right = flow::slowed(rho + c + 1, u_before + c + 1, qx + c + 1, 1, kx);
      const double lower = flow::slowed(rho + c, v_before + c, qy + c, grid.pitch, ky);
      const double upper = flow::slowed(rho + up, v_before + up, qy + up, grid.pitch, ky);
      flow::store_with_ends(grid, u, i, j, left);
      flow::store_with_sides(grid, v, i, j, lower);
      const double warm = flow::heated(rho[c], e[c], qx[c], qy[c], (right - left) / grid.dx,
                                       (upper - lower) / grid.dy, dt_half);
      flow::store_with_both(grid, e, i, j, warm);
      fastest_x = flow::greater(fastest_x, flow::signal(rho[c], warm, qx[c]));
      fastest_y = flow::greater(fastest_y, flow::signal(rho[c], warm, qy[c]));
    }
  return {fastest_x, fastest_y};
}

}  // namespace

flow::Signals flow::lagrange(const Grid& grid, const Fields& fields, const Pace& pace) {
  pressure(grid, fields, pace);
  viscosity(grid, fields);
  return heating(grid, fields, pace);
}
