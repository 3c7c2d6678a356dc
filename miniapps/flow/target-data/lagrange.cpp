// The same loops with resident data: rows to threads, cells to SIMD lanes.  The baseline.

#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace {

void pressure(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double *rho = f.rho, *e = f.e, *mx = f.mx, *my = f.my;
  double *u = f.u_aside, *v = f.v_aside;
  const double kx = pace.dt / grid.dx;
  const double ky = pace.dt / grid.dy;
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd
    for (long c = row + 2; c < row + grid.nx + 2; ++c) {
      u[c] = flow::accelerated(rho + c, e + c, mx + c, 1, kx);
      v[c] = flow::accelerated(rho + c, e + c, my + c, grid.pitch, ky);
    }
  }
}

void viscosity(const flow::Grid& grid, const flow::Fields& f) {
  const double *rho = f.rho, *u = f.u_aside, *v = f.v_aside;
  double *qx = f.rho_mid, *qy = f.e_mid;
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd
    for (long c = row + 2; c < row + grid.nx + 2; ++c) {
      qx[c] = flow::viscous_pressure(rho[c], u + c, 1);
      qy[c] = flow::viscous_pressure(rho[c], v + c, grid.pitch);
    }
    flow::mirror_sides(grid, qx, i);
    flow::mirror_ends(grid, qy, i);
  }
}

void braking(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double *rho = f.rho, *qx = f.rho_mid, *qy = f.e_mid;
  const double *u_before = f.u_aside, *v_before = f.v_aside;
  double *u = f.u, *v = f.v;
  const double kx = pace.dt / grid.dx;
  const double ky = pace.dt / grid.dy;
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd
    for (long c = row + 2; c < row + grid.nx + 2; ++c) {
      u[c] = flow::slowed(rho + c, u_before + c, qx + c, 1, kx);
      v[c] = flow::slowed(rho + c, v_before + c, qy + c, grid.pitch, ky);
    }
    flow::mirror_ends(grid, u, i);
    flow::mirror_sides(grid, v, i);
  }
}

flow::Signals heating(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double *rho = f.rho, *qx = f.rho_mid, *qy = f.e_mid, *u = f.u, *v = f.v;
  double* e = f.e;
  const double dt_half = pace.dt_half;
  double fastest_x = 0;
  double fastest_y = 0;
  #pragma omp target teams distribute parallel for firstprivate(grid) \
      map(tofrom : fastest_x, fastest_y) reduction(max : fastest_x, fastest_y)
  for (int i = 2; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    double row_x = 0;
    double row_y = 0;
    #pragma omp simd reduction(max : row_x, row_y)
    for (long c = row + 2; c < row + grid.nx + 2; ++c) {
      const double a = (u[c + 1] - u[c]) / grid.dx;
      const double b = (v[c + grid.pitch] - v[c]) / grid.dy;
      e[c] = flow::heated(rho[c], e[c], qx[c], qy[c], a, b, dt_half);
      row_x = flow::greater(row_x, flow::signal(rho[c], e[c], qx[c]));
      row_y = flow::greater(row_y, flow::signal(rho[c], e[c], qy[c]));
    }
    flow::mirror_both(grid, e, i);
    fastest_x = flow::greater(fastest_x, row_x);
    fastest_y = flow::greater(fastest_y, row_y);
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
