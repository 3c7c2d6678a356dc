// One row of every phase, for variants that go up the rows of the grid.
//
// A pointer to a row stands at j = 0.  The inner loops are for SIMD lanes; which sweep it is,
// compilers know: asked in a loop, it makes GCC mask every load that depends on it, and the loops
// take a third longer.
#pragma once

#include "cloverleaf_body.hpp"
#include "cloverleaf_fields.hpp"
#include "league/portable.hpp"

namespace clover {

/// Viscosity of row k; returns the longest time step of its cells.
LEAGUE_PORTABLE inline double time_step_row(const Grid& grid, double* f, int set, int k) {
  const Grid g = grid;
  double* q = f + viscosity * g.size;
  double least = huge;
  #pragma omp simd reduction(min : least)
  for (int j = 1; j <= g.nx; ++j) {
    const long c = g.at(j, k);
    const double p = pressure_at(g, f, set, c);
    const double value =
        viscosity_of(g, f, set, c, pressure_at(g, f, set, c - 1), pressure_at(g, f, set, c + 1),
                     pressure_at(g, f, set, c - g.pitch), pressure_at(g, f, set, c + g.pitch));
    q[c] = value;
    least = smaller(least, time_step_of(g, f, set, c, p, value));
  }
  mirror_row(g, q, at_cell, k);
  return least;
}

/// Pressure half a step later in row k, which may be one of the halo.
LEAGUE_PORTABLE inline void predict_row(const Grid& grid, const double* f, int set, int k,
                                        double dt, double* row) {
  const Grid g = grid;
  const long c = g.at(0, k < 1 ? 1 : k > g.ny ? g.ny : k);
  #pragma omp simd
  for (int j = 1; j <= g.nx; ++j) row[j] = predict(g, f, set, c + j, dt);
  row[0] = row[1];
  row[g.nx + 1] = row[g.nx];
}

/// Velocities of the vertices of row k, from the pressures below and above them.
LEAGUE_PORTABLE inline void accelerate_row(const Grid& grid, const double* f, int set, int k,
                                           double dt, const double* p_low, const double* p_high,
                                           double* u, double* w) {
  const Grid g = grid;
  const long c = g.at(0, k);
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1; ++j) {
    const Velocity v = accelerate(g, f, set, c + j, p_low + j, p_high + j, dt);
    u[j] = v.u;
    w[j] = v.w;
  }
}

/// Gas and fluxes of row k, whose pressure is p and whose upper vertices have the velocity given.
LEAGUE_PORTABLE inline void correct_row(const Grid& grid, double* f, int set, int k, double dt,
                                        const double* p, const double* high_u,
                                        const double* high_w) {
  const Grid g = grid;
  const int next = 1 - set;
  const long c = g.at(0, k);
  const double* low_u = f + (xvel + next) * g.size + c;
  const double* low_w = f + (yvel + next) * g.size + c;
  double* rho = f + (density + next) * g.size;
  double* e = f + (energy + next) * g.size;
  double* fx = f + vol_flux_x * g.size;
  double* fy = f + vol_flux_y * g.size;
  #pragma omp simd
  for (int j = 1; j <= g.nx; ++j) {
    const Gas gas =
        compress(g, f, set, c + j, low_u + j, low_w + j, high_u + j, high_w + j, p[j], dt);
    rho[c + j] = gas.rho;
    e[c + j] = gas.e;
    fx[c + j] = flux_x(g, f, set, c + j, low_u + j, high_u + j, dt);
    fy[c + j] = flux_y(g, f, set, c + j, low_w + j, dt);
  }
  const int j = g.nx + 1;
  fx[c + j] = flux_x(g, f, set, c + j, low_u + j, high_u + j, dt);
  mirror_row(g, rho, at_cell, k);
  mirror_row(g, e, at_cell, k);
  mirror_row(g, fx, xface_kind, k);
  mirror_row(g, fy, yface_kind, k);
}

/// Volumes that cross the upper wall.
LEAGUE_PORTABLE inline void last_flux_row(const Grid& grid, double* f, int set, double dt) {
  const Grid g = grid;
  const long c = g.at(0, g.ny + 1);
  const double* w = f + (yvel + 1 - set) * g.size + c;
  double* fy = f + vol_flux_y * g.size;
  #pragma omp simd
  for (int j = 1; j <= g.nx; ++j) fy[c + j] = flux_y(g, f, set, c + j, w + j, dt);
  mirror_row(g, fy, yface_kind, g.ny + 1);
}

/// Mass and energy through the lower faces, along the axis, of row k.
template <int axis, int sweep>
LEAGUE_PORTABLE inline void flux_row(const Grid& grid, const double* f, int set, int k,
                                     double* mass, double* carried) {
  const Grid g = grid;
  const long c = g.at(0, k);
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1 - axis; ++j) {
    const CellFlux flux = cell_flux_at<axis>(g, f, set, sweep, c + j);
    mass[j] = flux.mass;
    carried[j] = flux.energy;
  }
}

/// Gas of row k, from what comes in and goes out.
template <int axis, int sweep>
LEAGUE_PORTABLE inline void advect_row(const Grid& grid, double* f, int set, int k,
                                       const double* mass_in, const double* carried_in,
                                       const double* mass_out, const double* carried_out) {
  const Grid g = grid;
  const long c = g.at(0, k);
  double* rho = f + (density + 1 - set) * g.size;
  double* e = f + (energy + 1 - set) * g.size;
  #pragma omp simd
  for (int j = 1; j <= g.nx; ++j) {
    const Gas gas = advected<axis>(g, f, set, sweep, c + j, {mass_in[j], carried_in[j]},
                                   {mass_out[j], carried_out[j]});
    rho[c + j] = gas.rho;
    e[c + j] = gas.e;
  }
  mirror_row(g, rho, at_cell, k);
  mirror_row(g, e, at_cell, k);
}

/// What a row of vertices needs along the way: masses that flow from each to the next one along the
/// axis, masses before and after the sweep, and the momenta that flow.
struct Momenta {
  double* nodes;
  double* before;
  double* after;
  double* flow_u;
  double* flow_w;
};

/// Velocities of row k after a sweep along x.
template <int sweep>
LEAGUE_PORTABLE inline void momentum_row_x(const Grid& grid, double* f, int set, int k,
                                           const Momenta& own) {
  const Grid g = grid;
  double* nodes = own.nodes;
  double* before = own.before;
  double* after = own.after;
  double* flow_u = own.flow_u;
  double* flow_w = own.flow_w;
  const int next = 1 - set;
  const long c = g.at(0, k);
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  double* new_u = f + (xvel + next) * g.size + c;
  double* new_w = f + (yvel + next) * g.size + c;
  #pragma omp simd
  for (int j = -1; j <= g.nx + 2; ++j) {
    nodes[j] = node_flux<0>(g, f, c + j);
    before[j] = column_mass<0>(g, f, next, sweep, c + j);
  }
  #pragma omp simd
  for (int j = 0; j <= g.nx + 2; ++j) after[j] = 0.25 * (before[j - 1] + before[j]);
  #pragma omp simd
  for (int j = 0; j <= g.nx + 2; ++j) before[j] = after[j] - nodes[j - 1] + nodes[j];
  #pragma omp simd
  for (int j = 0; j <= g.nx + 1; ++j) {
    flow_u[j] =
        momentum_flux(nodes[j], before[j], before[j + 1], u[j - 1], u[j], u[j + 1], u[j + 2]);
    flow_w[j] =
        momentum_flux(nodes[j], before[j], before[j + 1], w[j - 1], w[j], w[j + 1], w[j + 2]);
  }
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1; ++j) {
    const double rest = 1 / after[j];
    new_u[j] = (u[j] * before[j] + flow_u[j - 1] - flow_u[j]) * rest;
    new_w[j] = (w[j] * before[j] + flow_w[j - 1] - flow_w[j]) * rest;
  }
  mirror_row(g, f + (xvel + next) * g.size, xvel_kind, k);
  mirror_row(g, f + (yvel + next) * g.size, yvel_kind, k);
}

/// Masses of row k before and after a sweep along y, and what flows up from it.
template <int sweep>
LEAGUE_PORTABLE inline void begin_momentum_y(const Grid& grid, const double* f, int set, int k,
                                             const Momenta& own) {
  const Grid g = grid;
  double* nodes = own.nodes;
  double* before = own.before;
  double* after = own.after;
  const long c = g.at(0, k);
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1; ++j) {
    nodes[j] = node_flux<1>(g, f, c + j);
    after[j] = node_mass<1>(g, f, 1 - set, sweep, c + j);
    before[j] = after[j] - node_flux<1>(g, f, c + j - g.pitch) + nodes[j];
  }
}

/// Goes from vertex row k to k + 1: the momenta that flow up from row k and, if it `writes`, the
/// velocities of row k after a sweep along y.
template <int sweep, bool writes>
LEAGUE_PORTABLE inline void momentum_row_y(const Grid& grid, double* f, int set, int k,
                                           const Momenta& own) {
  const Grid g = grid;
  double* nodes = own.nodes;
  double* before = own.before;
  double* after = own.after;
  double* flow_u = own.flow_u;
  double* flow_w = own.flow_w;
  const int next = 1 - set;
  const long a = g.pitch;
  const long c = g.at(0, k);
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  double* new_u = f + (xvel + next) * g.size + c;
  double* new_w = f + (yvel + next) * g.size + c;
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1; ++j) {
    const double next_node = node_flux<1>(g, f, c + j + a);
    const double next_after = node_mass<1>(g, f, next, sweep, c + j + a);
    const double next_before = next_after - nodes[j] + next_node;
    const double up_u =
        momentum_flux(nodes[j], before[j], next_before, u[j - a], u[j], u[j + a], u[j + 2 * a]);
    const double up_w =
        momentum_flux(nodes[j], before[j], next_before, w[j - a], w[j], w[j + a], w[j + 2 * a]);
    if (writes) {
      const double rest = 1 / after[j];
      new_u[j] = (u[j] * before[j] + flow_u[j] - up_u) * rest;
      new_w[j] = (w[j] * before[j] + flow_w[j] - up_w) * rest;
    }
    nodes[j] = next_node;
    before[j] = next_before;
    after[j] = next_after;
    flow_u[j] = up_u;
    flow_w[j] = up_w;
  }
  if (!writes) return;
  mirror_row(g, f + (xvel + next) * g.size, xvel_kind, k);
  mirror_row(g, f + (yvel + next) * g.size, yvel_kind, k);
}

}  // namespace clover
