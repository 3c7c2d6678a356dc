// How well the compiler maps `loop`: mass, energy and momentum cross the sides of the cells.
// Whoever stores a value next to a wall stores its mirror image as well.

#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace {

// One direction: fluxes through all sides, then the cells between them.
void sweep(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace, bool along_x,
           bool first) {
  const long s = along_x ? 1 : grid.pitch;
  const double h = along_x ? grid.dx : grid.dy;
  const double k = pace.dt / h;
  const double k_half = pace.dt_half / h;
  const double* w = along_x ? f.u : f.v;
  const double* rho = first ? f.rho : f.rho_mid;
  const double* e = first ? f.e : f.e_mid;
  double* to_rho = first ? f.rho_mid : f.rho_next;
  double* to_e = first ? f.e_mid : f.e;
  double* fm = along_x ? f.fx : f.fy;
  #pragma omp target teams loop collapse(2) firstprivate(grid, f) firstprivate(w, rho, e, fm)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      const flow::Flux flux = flow::flux(rho + c, e + c, w + c, s, k, k_half, along_x);
      fm[c] = flux.mass;
      f.fe[c] = flux.energy;
    }
  #pragma omp target teams loop collapse(2) firstprivate(grid, f) \
      firstprivate(rho, e, fm, to_rho, to_e)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      const flow::Cell cell = flow::swept(f.rho[c], rho[c], e[c], {fm[c], f.fe[c]},
                                          {fm[c + s], f.fe[c + s]}, first, k_half);
      flow::store_with_both(grid, to_rho, i, j, cell.rho);
      flow::store_with_both(grid, to_e, i, j, cell.e);
    }
}

// Momentum along x loses what is carried in one direction, is a velocity again, and loses what that
// carries in the other direction; the same then for momentum along y.
void momentum(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace, bool x_first) {
  const long pitch = grid.pitch;
  const double kx = pace.dt_half / grid.dx;
  const double ky = pace.dt_half / grid.dy;
  #pragma omp target teams loop collapse(2) firstprivate(grid, f)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 3; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      const double lost = x_first ? flow::lost_across(f.u + c, f.v + c, f.fy + c, pitch, 1, ky)
                                  : flow::lost_along(f.u + c, f.fx + c, 1, kx);
      const double speed = flow::velocity(flow::between(f.rho + c, 1) * f.u[c] - lost,
                                          flow::between(f.rho_next + c, 1));
      flow::store_with_ends(grid, f.u_aside, i, j, speed);
    }
  #pragma omp target teams loop collapse(2) firstprivate(grid, f)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 3; j < grid.nx + 2; ++j) {
      const double* u = f.u_aside;
      const long c = grid.at(i, j);
      const double lost = x_first ? flow::lost_along(u + c, f.fx + c, 1, kx)
                                  : flow::lost_across(u + c, f.v + c, f.fy + c, pitch, 1, ky);
      f.mx[c] = flow::between(f.rho_next + c, 1) * u[c] - lost;
    }
  #pragma omp target teams loop collapse(2) firstprivate(grid, f)
  for (int i = 3; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const double* u = f.u_aside;
      const long c = grid.at(i, j);
      const double lost = x_first ? flow::lost_along(f.v + c, f.fy + c, pitch, ky)
                                  : flow::lost_across(f.v + c, u + c, f.fx + c, 1, pitch, kx);
      const double speed = flow::velocity(flow::between(f.rho + c, pitch) * f.v[c] - lost,
                                          flow::between(f.rho_next + c, pitch));
      flow::store_with_sides(grid, f.v_aside, i, j, speed);
    }
  #pragma omp target teams loop collapse(2) firstprivate(grid, f)
  for (int i = 3; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const double* u = f.u_aside;
      const double* v = f.v_aside;
      const long c = grid.at(i, j);
      const double lost = x_first ? flow::lost_across(v + c, u + c, f.fx + c, 1, pitch, kx)
                                  : flow::lost_along(v + c, f.fy + c, pitch, ky);
      f.my[c] = flow::between(f.rho_next + c, pitch) * v[c] - lost;
    }
}

}  // namespace

void flow::advection(const Grid& grid, const Fields& fields, const Pace& pace, bool x_first) {
  sweep(grid, fields, pace, x_first, true);
  sweep(grid, fields, pace, !x_first, false);
  momentum(grid, fields, pace, x_first);
}
