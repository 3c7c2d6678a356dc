// What happens at one cell, face or vertex, the same in every variant.
//
// `f` are all fields (cloverleaf_fields.hpp), `set` says which of two states is meant, and `c` is
// the place.  Pointers to single rows stand at the place itself: a variant may keep rows elsewhere.
#pragma once

#include <cmath>

#include "cloverleaf_fields.hpp"
#include "league/portable.hpp"

namespace clover {

constexpr double gamma_less_one = 1.4 - 1.0;
constexpr double tiny = 1e-16;
constexpr double huge = 1e21;

LEAGUE_PORTABLE inline double smaller(double a, double b) { return b < a ? b : a; }
LEAGUE_PORTABLE inline double larger(double a, double b) { return a < b ? b : a; }

/// Equation of state of the ideal gas.
LEAGUE_PORTABLE inline double pressure_of(double rho, double e) { return gamma_less_one * rho * e; }

LEAGUE_PORTABLE inline double sound_squared(double rho, double p) {
  const double v = 1 / rho;
  return v * v * (p * (gamma_less_one * rho) + rho * p);
}

/// Pressure of a neighbour, from its density and energy.
LEAGUE_PORTABLE inline double pressure_at(const Grid& g, const double* f, int set, long c) {
  return pressure_of(f[(density + set) * g.size + c], f[(energy + set) * g.size + c]);
}

/// Artificial viscosity of a cell from the pressures left, right, below and above.
LEAGUE_PORTABLE inline double viscosity_of(const Grid& g, const double* f, int set, long c,
                                           double left, double right, double below, double above) {
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  const long up = g.pitch;
  const double ug = (u[1] + u[up + 1]) - (u[0] + u[up]);
  const double vg = (w[up] + w[up + 1]) - (w[0] + w[1]);
  const double div = g.dx * ug + g.dy * vg;
  const double ix = 1 / g.dx;
  const double iy = 1 / g.dy;
  const double strain =
      0.5 * (u[up] + u[up + 1] - u[0] - u[1]) * iy + 0.5 * (w[1] + w[up + 1] - w[0] - w[up]) * ix;
  const double px = 0.5 * (right - left) * ix;
  const double py = 0.5 * (above - below) * iy;
  const double px2 = px * px;
  const double py2 = py * py;
  const double limit =
      (0.5 * ug * ix * px2 + 0.5 * vg * iy * py2 + strain * px * py) / larger(px2 + py2, tiny);
  const double sx = larger(tiny, std::fabs(px));
  const double sy = larger(tiny, std::fabs(py));
  // The way through the cell along the gradient of the pressure, squared.
  const double steeper = larger(sx * ix, sy * iy);
  const double way2 = (sx * sx + sy * sy) / (steeper * steeper);
  const double q = 2 * f[(density + set) * g.size + c] * way2 * limit * limit;
  const bool none = (limit > 0) | (div >= 0);  // a branch would keep the loop from SIMD
  return none ? 0.0 : q;
}

/// The longest stable time step of a cell.  Where the pressure is negative, as it may be where fast
/// gas leaves, there is no speed of sound: only velocities count.
LEAGUE_PORTABLE inline double time_step_of(const Grid& g, const double* f, int set, long c,
                                           double p, double q) {
  const double rho = f[(density + set) * g.size + c];
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  const double* xa = f + xarea * g.size + c;
  const double* ya = f + yarea * g.size + c;
  const double cell = f[volume * g.size + c];
  const long up = g.pitch;
  const double per_cell = 1 / cell;
  const double root = std::sqrt(sound_squared(rho, p) + 2 * q / rho);
  const double sound = p < 0 ? 0.0 : root;
  const double left = (u[0] + u[up]) * xa[0];
  const double right = (u[1] + u[up + 1]) * xa[1];
  const double below = (w[0] + w[1]) * ya[0];
  const double above = (w[up] + w[up + 1]) * ya[up];
  const double flow =
      larger(larger(std::fabs(left), std::fabs(right)), larger(std::fabs(below), std::fabs(above)));
  const double shrinking = -0.5 * (right - left + above - below);
  // One over each limit; the largest of them is the shortest step.
  const double by_sound = sound * (1 / (0.7 * smaller(g.dx, g.dy)));
  const double by_flow = larger(flow, shrinking * (1 / 0.7)) * per_cell;
  return 1 / larger(larger(by_sound, by_flow), tiny);
}

struct Gas {
  double rho;
  double e;
};

/// Density and energy after pressure and viscosity have worked for the time `dt`, while the walls
/// of the cell moved with the average of the velocities of the set and those given: through the
/// lower and through the upper vertices.
LEAGUE_PORTABLE inline Gas compress(const Grid& g, const double* f, int set, long c,
                                    const double* low_u, const double* low_w, const double* high_u,
                                    const double* high_w, double p, double dt) {
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  const double* xa = f + xarea * g.size + c;
  const double* ya = f + yarea * g.size + c;
  const long up = g.pitch;
  const double quarter = 0.25 * dt;
  const double left = xa[0] * (u[0] + u[up] + low_u[0] + high_u[0]) * quarter;
  const double right = xa[1] * (u[1] + u[up + 1] + low_u[1] + high_u[1]) * quarter;
  const double below = ya[0] * (w[0] + w[1] + low_w[0] + low_w[1]) * quarter;
  const double above = ya[up] * (w[up] + w[up + 1] + high_w[0] + high_w[1]) * quarter;
  const double total = right - left + above - below;
  const double cell = f[volume * g.size + c];
  const double rho = f[(density + set) * g.size + c];
  const double q = f[viscosity * g.size + c];
  return {rho * (cell / (cell + total)),
          f[(energy + set) * g.size + c] - (p + q) * total / (rho * cell)};
}

/// Pressure half a step later, the walls moving with the velocity of the set.
LEAGUE_PORTABLE inline double predict(const Grid& g, const double* f, int set, long c, double dt) {
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  const double p = pressure_at(g, f, set, c);
  const Gas gas = compress(g, f, set, c, u, w, u + g.pitch, w + g.pitch, p, 0.5 * dt);
  return pressure_of(gas.rho, gas.e);
}

struct Velocity {
  double u;
  double w;
};

/// Velocity of a vertex after the step; p_low and p_high are the pressures of the cells below and
/// above, to the right of the vertex.
LEAGUE_PORTABLE inline Velocity accelerate(const Grid& g, const double* f, int set, long c,
                                           const double* p_low, const double* p_high, double dt) {
  const double* rho = f + (density + set) * g.size + c;
  const double* cell = f + volume * g.size + c;
  const double* q = f + viscosity * g.size + c;
  const double* xa = f + xarea * g.size + c;
  const double* ya = f + yarea * g.size + c;
  const long down = -g.pitch;
  const double mass = 0.25 * (rho[down - 1] * cell[down - 1] + rho[down] * cell[down] +
                              rho[0] * cell[0] + rho[-1] * cell[-1]);
  const double m = 0.5 * dt / mass;
  const double u = xa[0] * (p_high[0] - p_high[-1]) + xa[down] * (p_low[0] - p_low[-1]);
  const double w = ya[0] * (p_high[0] - p_low[0]) + ya[-1] * (p_high[-1] - p_low[-1]);
  const double uq = xa[0] * (q[0] - q[-1]) + xa[down] * (q[down] - q[down - 1]);
  const double wq = ya[0] * (q[0] - q[down]) + ya[-1] * (q[-1] - q[down - 1]);
  return {f[(xvel + set) * g.size + c] - m * u - m * uq,
          f[(yvel + set) * g.size + c] - m * w - m * wq};
}

/// Volume that crosses the left side of a cell, and its lower side.
LEAGUE_PORTABLE inline double flux_x(const Grid& g, const double* f, int set, long c,
                                     const double* low_u, const double* high_u, double dt) {
  const double* u = f + (xvel + set) * g.size + c;
  return 0.25 * dt * f[xarea * g.size + c] * (u[0] + u[g.pitch] + low_u[0] + high_u[0]);
}
LEAGUE_PORTABLE inline double flux_y(const Grid& g, const double* f, int set, long c,
                                     const double* low_w, double dt) {
  const double* w = f + (yvel + set) * g.size + c;
  return 0.25 * dt * f[yarea * g.size + c] * (w[0] + w[1] + low_w[0] + low_w[1]);
}

/// Volume of a cell before a sweep along the axis: the first sweep has both directions before it.
template <int axis>
LEAGUE_PORTABLE inline double volume_before(const Grid& g, const double* f, int sweep, long c) {
  const long a = g.step<axis>();
  const long b = g.step<1 - axis>();
  const double* own = f + (axis == 0 ? vol_flux_x : vol_flux_y) * g.size + c;
  const double* other = f + (axis == 0 ? vol_flux_y : vol_flux_x) * g.size + c;
  const double rest = sweep == 1 ? other[b] - other[0] : 0.0;
  return f[volume * g.size + c] + (own[a] - own[0] + rest);
}

/// Volume of a cell after a sweep along the axis.
template <int axis>
LEAGUE_PORTABLE inline double volume_after(const Grid& g, const double* f, int sweep, long c) {
  const double* other = f + (axis == 0 ? vol_flux_y : vol_flux_x) * g.size + c;
  const double rest = sweep == 1 ? other[g.step<1 - axis>()] - other[0] : 0.0;
  return f[volume * g.size + c] + rest;
}

/// What a limited gradient adds to the value of the donor: the least of the two differences and
/// their third-order average, nothing at an extremum.
LEAGUE_PORTABLE inline double limited(double du, double dd, double s) {
  const double a = std::fabs(du);
  const double b = std::fabs(dd);
  const double least = smaller(smaller(a, b), (1.0 / 6) * ((1 + s) * a + (2 - s) * b));
  const double signed_least = dd <= 0 ? -least : least;
  return du * dd > 0 ? signed_least : 0.0;
}

struct CellFlux {
  double mass;
  double energy;
};

/// Mass and energy that cross a face with the volume `flux`.  Cells are counted along the axis: two
/// before the face (a, b) and two behind it (c, d); `before_b`, `before_c` are volumes.
LEAGUE_PORTABLE inline CellFlux cell_flux(double flux, double before_b, double before_c, Gas a,
                                          Gas b, Gas c, Gas d) {
  const bool forward = flux > 0;
  const double before = forward ? before_b : before_c;
  const Gas up{forward ? a.rho : d.rho, forward ? a.e : d.e};
  const Gas don{forward ? b.rho : c.rho, forward ? b.e : c.e};
  const Gas down{forward ? c.rho : b.rho, forward ? c.e : b.e};
  const double s = std::fabs(flux) / before;
  const double rho = (1 - s) * limited(don.rho - up.rho, down.rho - don.rho, s);
  const double mass = flux * (don.rho + rho);
  const double t = std::fabs(mass) / (don.rho * before);
  const double e = (1 - t) * limited(don.e - up.e, down.e - don.e, s);
  return {mass, mass * (don.e + e)};
}

LEAGUE_PORTABLE inline Gas gas_at(const Grid& g, const double* f, int set, long c) {
  return {f[(density + set) * g.size + c], f[(energy + set) * g.size + c]};
}

/// The flux through the lower face of cell c along the axis.
template <int axis>
LEAGUE_PORTABLE inline CellFlux cell_flux_at(const Grid& g, const double* f, int set, int sweep,
                                             long c) {
  const long a = g.step<axis>();
  const double flux = f[(axis == 0 ? vol_flux_x : vol_flux_y) * g.size + c];
  return cell_flux(flux, volume_before<axis>(g, f, sweep, c - a),
                   volume_before<axis>(g, f, sweep, c), gas_at(g, f, set, c - 2 * a),
                   gas_at(g, f, set, c - a), gas_at(g, f, set, c), gas_at(g, f, set, c + a));
}

/// The gas of a cell after what crosses its two faces.
template <int axis>
LEAGUE_PORTABLE inline Gas advected(const Grid& g, const double* f, int set, int sweep, long c,
                                    CellFlux in, CellFlux out) {
  const double* own = f + (axis == 0 ? vol_flux_x : vol_flux_y) * g.size + c;
  const double before = volume_before<axis>(g, f, sweep, c);
  const Gas old = gas_at(g, f, set, c);
  const double mass = old.rho * before;
  const double left = mass + in.mass - out.mass;
  return {left / (before + own[0] - own[g.step<axis>()]),
          (old.e * mass + in.energy - out.energy) / left};
}

/// Mass that crosses between vertex c and the next one along the axis.
template <int axis>
LEAGUE_PORTABLE inline double node_flux(const Grid& g, const double* f, long c) {
  const long a = g.step<axis>();
  const long b = g.step<1 - axis>();
  const double* m = f + (axis == 0 ? mass_flux_x : mass_flux_y) * g.size + c;
  return 0.25 * (m[-b] + m[0] + m[a - b] + m[a]);
}

/// Mass of the two cells below and above, to the right of a vertex, after the sweep; `set` holds
/// the density after it.
template <int axis>
LEAGUE_PORTABLE inline double column_mass(const Grid& g, const double* f, int set, int sweep,
                                          long c) {
  const double* rho = f + (density + set) * g.size + c;
  const long down = -g.pitch;
  return rho[down] * volume_after<axis>(g, f, sweep, c + down) +
         rho[0] * volume_after<axis>(g, f, sweep, c);
}

/// Mass that belongs to a vertex after the sweep.
template <int axis>
LEAGUE_PORTABLE inline double node_mass(const Grid& g, const double* f, int set, int sweep,
                                        long c) {
  return 0.25 *
         (column_mass<axis>(g, f, set, sweep, c - 1) + column_mass<axis>(g, f, set, sweep, c));
}

/// Momentum that goes with the mass `flux` from vertex b to vertex c; a lies before b, d behind c.
LEAGUE_PORTABLE inline double momentum_flux(double flux, double mass_b, double mass_c, double a,
                                            double b, double c, double d) {
  const bool backward = flux < 0;
  const double up = backward ? d : a;
  const double don = backward ? c : b;
  const double down = backward ? b : c;
  const double s = std::fabs(flux) / (backward ? mass_c : mass_b);
  return (don + (1 - s) * limited(don - up, down - don, s)) * flux;
}

/// Volume, mass, internal and kinetic energy and volume times pressure of a cell.
struct Share {
  double volume;
  double mass;
  double internal;
  double kinetic;
  double pressure;
};
LEAGUE_PORTABLE inline Share share_of(const Grid& g, const double* f, int set, long c) {
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  const long up = g.pitch;
  const double squares = u[0] * u[0] + w[0] * w[0] + u[1] * u[1] + w[1] * w[1] + u[up] * u[up] +
                         w[up] * w[up] + u[up + 1] * u[up + 1] + w[up + 1] * w[up + 1];
  const Gas gas = gas_at(g, f, set, c);
  const double cell = f[volume * g.size + c];
  const double mass = cell * gas.rho;
  return {cell, mass, mass * gas.e, mass * 0.125 * squares, cell * pressure_of(gas.rho, gas.e)};
}

}  // namespace clover
