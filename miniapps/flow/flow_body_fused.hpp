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

/// Velocities at both sides of a cell after viscosity has acted, and the viscosity of the cell.
struct Braked {
  double before;
  double behind;
  double q;
};

/// `place` is the cell's in its row or column, of `count`: walls stand still.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Braked braked(const double* rho, const double* u,
                                                            long s, double k, int place,
                                                            int count) {
  const double q0 = viscous_pressure(rho[-s], u - s, s);
  const double q1 = viscous_pressure(rho[0], u, s);
  const double q2 = viscous_pressure(rho[s], u + s, s);
  const double before = u[0] - velocity(k * (q1 - q0), between(rho, s));
  const double behind = u[s] - velocity(k * (q2 - q1), between(rho + s, s));
  return {place == 2 ? 0 : before, place == count + 1 ? 0 : behind, q1};
}

/// Velocities of a cell after viscosity has acted, and its energy after heating and work; returns
/// its signals.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Signals heat_at(const Grid& grid, const Fields& f,
                                                              const Factors& k, double dt_half,
                                                              int i, int j) {
  const long c = grid.at(i, j);
  const Braked x = braked(f.rho + c, f.u_aside + c, 1, k.x, j, grid.nx);
  const Braked y = braked(f.rho + c, f.v_aside + c, grid.pitch, k.y, i, grid.ny);
  store_with_ends(grid, f.u, i, j, x.before);
  store_with_sides(grid, f.v, i, j, y.before);
  const double warm = heated(f.rho[c], f.e[c], x.q, y.q, (x.behind - x.before) / grid.dx,
                             (y.behind - y.before) / grid.dy, dt_half);
  store_with_both(grid, f.e, i, j, warm);
  return {signal(f.rho[c], warm, x.q), signal(f.rho[c], warm, y.q)};
}

/// A sweep along an axis, the first or the second of a step, and what it works on.
struct Sweep {
  bool along_x;
  bool first;
  long s;  ///< distance to the next place along the axis
  double k;
  double k_half;
  const double* w;    ///< velocity
  const double* old;  ///< density before the first sweep
  const double* rho;
  const double* e;
  double* mass;
  double* to_rho;
  double* to_e;

  LEAGUE_PORTABLE Sweep(const Grid& grid, const Fields& f, const Factors& factors, bool x,
                        bool is_first)
      : along_x(x),
        first(is_first),
        s(x ? 1 : grid.pitch),
        k(x ? factors.x : factors.y),
        k_half(x ? factors.x_half : factors.y_half),
        w(x ? f.u : f.v),
        old(f.rho),
        rho(first ? f.rho : f.rho_mid),
        e(first ? f.e : f.e_mid),
        mass(x ? f.fx : f.fy),
        to_rho(first ? f.rho_mid : f.rho_next),
        to_e(first ? f.e_mid : f.e) {}
};

/// Density and energy of a cell after a sweep, with the fluxes through both of its sides.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void sweep_at(const Grid& grid, const Sweep& it,
                                                            int i, int j) {
  const long c = grid.at(i, j);
  const long b = c + it.s;
  const Flux in = flux(it.rho + c, it.e + c, it.w + c, it.s, it.k, it.k_half, it.along_x);
  const Flux out = flux(it.rho + b, it.e + b, it.w + b, it.s, it.k, it.k_half, it.along_x);
  const Cell cell = swept(it.old[c], it.rho[c], it.e[c], in, out, it.first, it.k_half);
  it.mass[c] = in.mass;
  store_with_both(grid, it.to_rho, i, j, cell.rho);
  store_with_both(grid, it.to_e, i, j, cell.e);
}

/// An update of one component of momentum, and what it works on.  Velocity q loses what is carried
/// along itself, by the mass flux F, or what is carried across itself, by velocity w and its mass
/// flux G.
struct Component {
  bool x;
  bool along;
  long s;  ///< distance to the next place along the component
  long t;  ///< and across it
  double k;
  const double* rho;       ///< density before mass moved
  const double* rho_next;  ///< and after
  const double* q;
  const double* F;
  const double* w;
  const double* G;
  double* to;

  LEAGUE_PORTABLE Component(const Grid& grid, const Fields& f, const Factors& factors, bool is_x,
                            bool is_along, const double* own, const double* other, double* result)
      : x(is_x),
        along(is_along),
        s(x ? 1 : grid.pitch),
        t(x ? grid.pitch : 1),
        k(x == along ? factors.x_half : factors.y_half),
        rho(f.rho),
        rho_next(f.rho_next),
        q(own),
        F(x ? f.fx : f.fy),
        w(other),
        G(x ? f.fy : f.fx),
        to(result) {}
};

/// The first update of a component ends with a velocity, the second with a momentum.  Those of y
/// need the velocity along x after its first.
LEAGUE_PORTABLE inline Component velocity_x(const Grid& grid, const Fields& f, const Factors& k,
                                            bool along) {
  return {grid, f, k, true, along, f.u, f.v, f.u_aside};
}
LEAGUE_PORTABLE inline Component momentum_x(const Grid& grid, const Fields& f, const Factors& k,
                                            bool along) {
  return {grid, f, k, true, along, f.u_aside, f.v, f.mx};
}
LEAGUE_PORTABLE inline Component velocity_y(const Grid& grid, const Fields& f, const Factors& k,
                                            bool along) {
  return {grid, f, k, false, along, f.v, f.u_aside, f.v_aside};
}
LEAGUE_PORTABLE inline Component momentum_y(const Grid& grid, const Fields& f, const Factors& k,
                                            bool along) {
  return {grid, f, k, false, along, f.v_aside, f.u_aside, f.my};
}

/// What a component loses at a side of cell c.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double lost(const Component& it, long c) {
  return it.along ? lost_along(it.q + c, it.F + c, it.s, it.k)
                  : lost_across(it.q + c, it.w + c, it.G + c, it.t, it.s, it.k);
}

/// A component at a side of cell (i, j) after it lost that, as a velocity; walls stand still.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void update_velocity_at(const Grid& grid,
                                                                      const Component& it, int i,
                                                                      int j) {
  if ((it.x ? j : i) == 2) return;  // a wall
  const long c = grid.at(i, j);
  const double left = between(it.rho + c, it.s) * it.q[c] - lost(it, c);
  const double speed = velocity(left, between(it.rho_next + c, it.s));
  if (it.x) store_with_ends(grid, it.to, i, j, speed);
  if (!it.x) store_with_sides(grid, it.to, i, j, speed);
}

/// The same that stays a momentum.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void update_momentum_at(const Grid& grid,
                                                                      const Component& it, int i,
                                                                      int j) {
  if ((it.x ? j : i) == 2) return;  // a wall
  const long c = grid.at(i, j);
  it.to[c] = between(it.rho_next + c, it.s) * it.q[c] - lost(it, c);
}

}  // namespace flow
