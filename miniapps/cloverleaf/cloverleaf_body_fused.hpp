// What one thread does where threads are plenty: everything a loop is for, at one place.  What a
// neighbour computes as well is computed twice, and whoever writes a value writes its images behind
// the walls, so that there is no loop for the halo.
#pragma once

#include "cloverleaf_body.hpp"
#include "cloverleaf_fields.hpp"
#include "league/portable.hpp"

namespace clover {

/// Viscosity of a cell, from the gas around it.
LEAGUE_PORTABLE inline double viscosity_at(const Grid& g, const double* f, int set, long c) {
  return viscosity_of(g, f, set, c, pressure_at(g, f, set, c - 1), pressure_at(g, f, set, c + 1),
                      pressure_at(g, f, set, c - g.pitch), pressure_at(g, f, set, c + g.pitch));
}

/// Velocity of a vertex after a sweep, with the masses and momenta of its neighbours.
template <int axis>
[[gnu::always_inline]] LEAGUE_PORTABLE inline Velocity advected_vertex(const Grid& g,
                                                                       const double* f, int set,
                                                                       int sweep, long c) {
  const int next = 1 - set;
  const long a = g.step<axis>();
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  const double in = node_flux<axis>(g, f, c - a);
  const double out = node_flux<axis>(g, f, c);
  const double after = node_mass<axis>(g, f, next, sweep, c);
  const double mine = after - in + out;
  const double below =
      node_mass<axis>(g, f, next, sweep, c - a) - node_flux<axis>(g, f, c - 2 * a) + in;
  const double above =
      node_mass<axis>(g, f, next, sweep, c + a) - out + node_flux<axis>(g, f, c + a);
  const double in_u = momentum_flux(in, below, mine, u[-2 * a], u[-a], u[0], u[a]);
  const double in_w = momentum_flux(in, below, mine, w[-2 * a], w[-a], w[0], w[a]);
  const double out_u = momentum_flux(out, mine, above, u[-a], u[0], u[a], u[2 * a]);
  const double out_w = momentum_flux(out, mine, above, w[-a], w[0], w[a], w[2 * a]);
  const double rest = 1 / after;
  return {(u[0] * mine + in_u - out_u) * rest, (w[0] * mine + in_w - out_w) * rest};
}

/// Viscosity of cell (j, k) and its longest time step.
LEAGUE_PORTABLE inline double time_step_at(const Grid& g, double* f, int set, int j, int k) {
  const long c = g.at(j, k);
  const double q = viscosity_at(g, f, set, c);
  store(g, f + viscosity * g.size, at_cell, j, k, q);
  return time_step_of(g, f, set, c, pressure_at(g, f, set, c), q);
}

LEAGUE_PORTABLE inline void predict_at(const Grid& g, double* f, int set, int j, int k, double dt) {
  store(g, f + pressure * g.size, at_cell, j, k, predict(g, f, set, g.at(j, k), dt));
}

LEAGUE_PORTABLE inline void accelerate_at(const Grid& g, double* f, int set, int j, int k,
                                          double dt) {
  const long c = g.at(j, k);
  const double* p = f + pressure * g.size + c;
  const Velocity v = accelerate(g, f, set, c, p - g.pitch, p, dt);
  store(g, f + (xvel + 1 - set) * g.size, xvel_kind, j, k, v.u);
  store(g, f + (yvel + 1 - set) * g.size, yvel_kind, j, k, v.w);
}

/// Gas of cell (j, k) and the flux through its left and lower side; also called for the cells
/// behind the last ones, which have nothing but a side.
LEAGUE_PORTABLE inline void correct_at(const Grid& g, double* f, int set, int j, int k, double dt) {
  const int next = 1 - set;
  const long c = g.at(j, k);
  const double* u = f + (xvel + next) * g.size + c;
  const double* w = f + (yvel + next) * g.size + c;
  const double* high_u = u + g.pitch;
  const double* high_w = w + g.pitch;
  if (k <= g.ny)
    store(g, f + vol_flux_x * g.size, xface_kind, j, k, flux_x(g, f, set, c, u, high_u, dt));
  if (j <= g.nx) store(g, f + vol_flux_y * g.size, yface_kind, j, k, flux_y(g, f, set, c, w, dt));
  if (j > g.nx || k > g.ny) return;
  const Gas gas = compress(g, f, set, c, u, w, high_u, high_w, f[pressure * g.size + c], dt);
  store(g, f + (density + next) * g.size, at_cell, j, k, gas.rho);
  store(g, f + (energy + next) * g.size, at_cell, j, k, gas.e);
}

/// Gas of cell (j, k) after a sweep, and the mass through its lower side along the axis.
template <int axis>
LEAGUE_PORTABLE inline void advect_cell_at(const Grid& g, double* f, int set, int sweep, int j,
                                           int k) {
  const int next = 1 - set;
  const long c = g.at(j, k);
  const CellFlux in = cell_flux_at<axis>(g, f, set, sweep, c);
  store(g, f + (axis == 0 ? mass_flux_x : mass_flux_y) * g.size,
        axis == 0 ? xface_kind : yface_kind, j, k, in.mass);
  if (j > g.nx || k > g.ny) return;
  const CellFlux out = cell_flux_at<axis>(g, f, set, sweep, c + g.step<axis>());
  const Gas gas = advected<axis>(g, f, set, sweep, c, in, out);
  store(g, f + (density + next) * g.size, at_cell, j, k, gas.rho);
  store(g, f + (energy + next) * g.size, at_cell, j, k, gas.e);
}

/// Velocity of vertex (j, k) after a sweep.
template <int axis>
LEAGUE_PORTABLE inline void advect_vertex_at(const Grid& g, double* f, int set, int sweep, int j,
                                             int k) {
  const int next = 1 - set;
  const Velocity v = advected_vertex<axis>(g, f, set, sweep, g.at(j, k));
  store(g, f + (xvel + next) * g.size, xvel_kind, j, k, v.u);
  store(g, f + (yvel + next) * g.size, yvel_kind, j, k, v.w);
}

}  // namespace clover
