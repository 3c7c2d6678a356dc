// What is computed where a cell is an iteration: what a neighbour computes as well is computed
// twice, and whoever stores a value stores its mirror images.
//
// The long functions are always inlined: called, they would read every address anew for every cell.
#pragma once

#include "flow_body.hpp"

namespace flow {

/// Velocities at the left and the lower side of cell (i, j) after pressure has acted.
LEAGUE_PORTABLE inline void accelerate_at(const Grid& grid, const Fields& f, const Factors& k,
                                          int i, int j) {
  const long c = grid.at(i, j);
  f.u_aside[c] = accelerated(f.rho + c, f.e + c, f.mx + c, 1, k.x);
  f.v_aside[c] = accelerated(f.rho + c, f.e + c, f.my + c, grid.pitch, k.y);
}

/// Viscosity of a cell along both axes.
LEAGUE_PORTABLE inline void viscosity_at(const Grid& grid, const Fields& f, int i, int j) {
  const long c = grid.at(i, j);
  store_with_sides(grid, f.rho_mid, i, j, viscous_pressure(f.rho[c], f.u_aside + c, 1));
  store_with_ends(grid, f.e_mid, i, j, viscous_pressure(f.rho[c], f.v_aside + c, grid.pitch));
}

/// Velocities of a cell after viscosity has acted, on its far sides as well, and its energy after
/// heating and work; returns its signals.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Signals heat_at(const Grid& grid, const Fields& f,
                                                              const Factors& k, double dt_half,
                                                              int i, int j) {
  const double *qx = f.rho_mid, *qy = f.e_mid;
  const long c = grid.at(i, j);
  const long up = c + grid.pitch;
  const double left = slowed(f.rho + c, f.u_aside + c, qx + c, 1, k.x);
  const double right = slowed(f.rho + c + 1, f.u_aside + c + 1, qx + c + 1, 1, k.x);
  const double lower = slowed(f.rho + c, f.v_aside + c, qy + c, grid.pitch, k.y);
  const double upper = slowed(f.rho + up, f.v_aside + up, qy + up, grid.pitch, k.y);
  store_with_ends(grid, f.u, i, j, left);
  store_with_sides(grid, f.v, i, j, lower);
  const double warm = heated(f.rho[c], f.e[c], qx[c], qy[c], (right - left) / grid.dx,
                             (upper - lower) / grid.dy, dt_half);
  store_with_both(grid, f.e, i, j, warm);
  return {signal(f.rho[c], warm, qx[c]), signal(f.rho[c], warm, qy[c])};
}

/// A sweep: along which axis, and whether it is the first one of the step.
struct Sweep {
  bool along_x;
  bool first;
};

/// Density and energy of a cell after a sweep, with the fluxes through both of its sides.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void sweep_at(const Grid& grid, const Fields& f,
                                                            const Factors& k, Sweep sweep, int i,
                                                            int j) {
  const bool along_x = sweep.along_x;
  const bool first = sweep.first;
  const long s = along_x ? 1 : grid.pitch;
  const double k_whole = along_x ? k.x : k.y;
  const double k_half = along_x ? k.x_half : k.y_half;
  const double* w = along_x ? f.u : f.v;
  const double* rho = first ? f.rho : f.rho_mid;
  const double* e = first ? f.e : f.e_mid;
  const long c = grid.at(i, j);
  const long b = c + s;
  const Flux in = flux(rho + c, e + c, w + c, s, k_whole, k_half, along_x);
  const Flux out = flux(rho + b, e + b, w + b, s, k_whole, k_half, along_x);
  const Cell cell = swept(f.rho[c], rho[c], e[c], in, out, first, k_half);
  (along_x ? f.fx : f.fy)[c] = in.mass;
  store_with_both(grid, first ? f.rho_mid : f.rho_next, i, j, cell.rho);
  store_with_both(grid, first ? f.e_mid : f.e, i, j, cell.e);
}

/// One component of momentum, with all that an update of it needs.  Its velocity q is carried along
/// itself by the mass flux F, across itself by velocity w and its mass flux G.
struct Component {
  bool x;
  const double* q;
  const double* F;
  const double* w;
  const double* G;
  double* to;
};

/// The first update of a component ends with a velocity, the second with a momentum.  That of y
/// needs the velocity along x of which the first is done.
LEAGUE_PORTABLE inline Component velocity_x(const Fields& f) {
  return {true, f.u, f.fx, f.v, f.fy, f.u_aside};
}
LEAGUE_PORTABLE inline Component momentum_x(const Fields& f) {
  return {true, f.u_aside, f.fx, f.v, f.fy, f.mx};
}
LEAGUE_PORTABLE inline Component velocity_y(const Fields& f) {
  return {false, f.v, f.fy, f.u_aside, f.fx, f.v_aside};
}
LEAGUE_PORTABLE inline Component momentum_y(const Fields& f) {
  return {false, f.v_aside, f.fy, f.u_aside, f.fx, f.my};
}

/// What a component loses at a side of cell c by what is carried along itself, or across.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double lost(const Grid& grid, const Component& it,
                                                          const Factors& k, bool along, long c) {
  const long s = it.x ? 1 : grid.pitch;
  const long t = it.x ? grid.pitch : 1;
  const double k_half = it.x == along ? k.x_half : k.y_half;
  return along ? lost_along(it.q + c, it.F + c, s, k_half)
               : lost_across(it.q + c, it.w + c, it.G + c, t, s, k_half);
}

/// A component at a side of cell (i, j) loses that and is a velocity again; walls stand still.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void update_velocity_at(const Grid& grid,
                                                                      const Fields& f,
                                                                      const Factors& k,
                                                                      const Component& it,
                                                                      bool along, int i, int j) {
  if ((it.x ? j : i) == 2) return;  // a wall
  const long c = grid.at(i, j);
  const long s = it.x ? 1 : grid.pitch;
  const double left = between(f.rho + c, s) * it.q[c] - lost(grid, it, k, along, c);
  const double speed = velocity(left, between(f.rho_next + c, s));
  if (it.x) store_with_ends(grid, it.to, i, j, speed);
  if (!it.x) store_with_sides(grid, it.to, i, j, speed);
}

/// The same that stays a momentum.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void update_momentum_at(const Grid& grid,
                                                                      const Fields& f,
                                                                      const Factors& k,
                                                                      const Component& it,
                                                                      bool along, int i, int j) {
  if ((it.x ? j : i) == 2) return;  // a wall
  const long c = grid.at(i, j);
  const long s = it.x ? 1 : grid.pitch;
  it.to[c] = between(f.rho_next + c, s) * it.q[c] - lost(grid, it, k, along, c);
}

}  // namespace flow
