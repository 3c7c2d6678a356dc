// What is computed for one cell or one side of a cell; the same in all variants.
//
// Pointers point at the place in question, `s` is the distance to the next place in the direction
// of interest: 1 along x, the pitch along y.  A side lies before its cell.  `k` is a step length
// over a cell size.  Selections are written so that both branches are computed: loops around them
// become vectors.
//
// Walls need no conditions.  Velocities there are zero, always; so are the fluxes through them.
#pragma once

#include "flow_fields.hpp"
#include "flow_parts.hpp"
#include "league/portable.hpp"

namespace flow {

/// Step length over cell size.
struct Factors {
  double x, y;            // of the whole step
  double x_half, y_half;  // of the step for the middles of cells
  LEAGUE_PORTABLE Factors(const Grid& grid, const Pace& pace)
      : x(pace.dt / grid.dx),
        y(pace.dt / grid.dy),
        x_half(pace.dt_half / grid.dx),
        y_half(pace.dt_half / grid.dy) {}
};

LEAGUE_PORTABLE inline double lesser(double a, double b) { return a < b ? a : b; }
LEAGUE_PORTABLE inline double greater(double a, double b) { return a > b ? a : b; }
LEAGUE_PORTABLE inline double magnitude(double a) { return __builtin_fabs(a); }

/// Density at a side.
LEAGUE_PORTABLE inline double between(const double* rho, long s) {
  return 0.5 * (rho[0] + rho[-s]);
}

/// Velocity of so much momentum; in a vacuum nothing moves.
LEAGUE_PORTABLE inline double velocity(double momentum, double density) {
  const double speed = momentum / density;
  return density == 0 ? 0 : speed;
}

/// Velocity at a side after the pressure of both cells has acted on its momentum.
LEAGUE_PORTABLE inline double accelerated(const double* rho, const double* e, const double* m,
                                          long s, double k) {
  const double force = 0.4 * (rho[0] * e[0] - rho[-s] * e[-s]);
  return velocity(m[0] - k * force, between(rho, s));
}

/// Artificial viscosity of a cell that is being compressed, from the velocities at the side before
/// it, at its two sides and at the side behind.
LEAGUE_PORTABLE inline double viscous_pressure(double rho, double u0, double u1, double u2,
                                               double u3) {
  const double before = lesser(u1 - u0, 0);
  const double here = lesser(u2 - u1, 0);
  const double behind = lesser(u3 - u2, 0);
  const double bend = 0.5 * (magnitude(behind - here) + magnitude(here - before));
  return -3 * rho * here * bend;
}
LEAGUE_PORTABLE inline double viscous_pressure(double rho, const double* u, long s) {
  return viscous_pressure(rho, u[-s], u[0], u[s], u[2 * s]);
}

/// Velocity at a side after the viscosity of both cells has acted.
LEAGUE_PORTABLE inline double slowed(const double* rho, const double* u, const double* q, long s,
                                     double k) {
  return u[0] - velocity(k * (q[0] - q[-s]), between(rho, s));
}

/// Energy of a cell after heating by viscosity and the work of its expansion; a and b are the
/// velocity differences across it, over its size.
LEAGUE_PORTABLE inline double heated(double rho, double e, double qx, double qy, double a, double b,
                                     double dt_half) {
  const double pressure = 0.4 * rho * e;
  const double growth = (a + b) * dt_half;
  const double per_mass = 1 / rho;
  const double hot = e - dt_half * (qx * a + qy * b) * per_mass;
  const double thinned = rho / (1 + growth);
  const double cold = hot - pressure * growth * per_mass;
  const double work = 0.5 * growth * (pressure + 0.4 * cold * thinned) * per_mass;
  return rho == 0 ? 0 : hot - work;
}

/// Squared signal speed of a cell.  Where the energy is negative, as it may be for a moment after a
/// first step that is too long, or zero, as in a vacuum, there is no speed of sound, and the cell
/// does not count.
LEAGUE_PORTABLE inline double signal(double rho, double e, double q) {
  const double squared = 1.4 * 0.4 * e + 2 * q / rho;
  return e > 0 ? squared : 0;
}

/// Limited difference across the middle one of three cells: zero at an extremum.
LEAGUE_PORTABLE inline double slope(double l, double c, double r) {
  const double left = 2 * (c - l);
  const double right = 2 * (r - c);
  const double middle = 0.5 * (r - l);
  const double least = lesser(lesser(magnitude(middle), magnitude(left)), magnitude(right));
  const double signed_least = middle < 0 ? -least : least;
  return left * right > 0 ? signed_least : 0;
}

/// Four values in a row; the place in question lies between `b` and `c`.
struct Four {
  double a;
  double b;
  double c;
  double d;
};

LEAGUE_PORTABLE inline Four four(const double* q, long s) { return {q[-2 * s], q[-s], q[0], q[s]}; }

/// What a velocity carries to the place in question in half a step; `courant` is velocity times k.
LEAGUE_PORTABLE inline double upwind(Four q, double speed, double courant) {
  const bool along = speed > 0;
  const double l = along ? q.a : q.b;
  const double c = along ? q.b : q.c;
  const double r = along ? q.c : q.d;
  const double sign = along ? 1 : -1;
  return c + 0.5 * slope(l, c, r) * (sign - courant);
}

/// What passes through a side, per length of it and time.
struct Flux {
  double mass;
  double energy;
};

/// Mass, with van Leer's limiter as a harmonic mean, and the energy it carries; w are the
/// velocities at the side before, here and behind.  Which neighbour the limiter looks at is told by
/// the velocity half a step later along x, by the velocity itself along y.
LEAGUE_PORTABLE inline Flux flux(Four rho, Four e, double w0, double w1, double w2, double k,
                                 double k_half, bool along_x) {
  const double speed = w1 - 0.5 * w1 * k * slope(w0, w1, w2);
  const double courant = speed * k_half;
  const double rise = rho.c - rho.b;
  const double before = rho.b - rho.a;
  const double behind = rho.d - rho.c;
  const double other = (along_x ? speed : w1) >= 0 ? before : behind;
  const double mean = 2 * other * rise / (other + rise);
  const double limited = other * rise > 0 ? mean : 0;
  const double carried = speed >= 0 ? rho.b : rho.c;
  const double mass = speed * carried + 0.5 * magnitude(speed) * (1 - magnitude(courant)) * limited;
  return {mass, upwind(e, speed, courant) * mass};
}
LEAGUE_PORTABLE inline Flux flux(const double* rho, const double* e, const double* w, long s,
                                 double k, double k_half, bool along_x) {
  return flux(four(rho, s), four(e, s), w[-s], w[0], w[s], k, k_half, along_x);
}

/// Density and energy of a cell.
struct Cell {
  double rho;
  double e;
};

/// A cell after a sweep, from the fluxes through its two sides.  `old` is its density before the
/// first sweep, by which the first sweep also divides.
LEAGUE_PORTABLE inline Cell swept(double old, double rho, double e, Flux in, Flux out, bool first,
                                  double k) {
  const double total = old * e - k * (out.energy - in.energy);
  const double remains = rho - k * (out.mass - in.mass);
  return {remains, velocity(total, first ? old : remains)};
}

/// Momentum of velocity q that is carried by `speed` and a mass flux.
LEAGUE_PORTABLE inline double carried(Four q, double speed, double mass, double k) {
  return mass * upwind(q, speed, speed * k);
}

/// Momentum carried along itself through the middle of a cell, by the mass flux F through its
/// sides.
LEAGUE_PORTABLE inline double through_cell(const double* u, const double* F, long s, double k) {
  return carried(four(u + s, s), 0.5 * (u[0] + u[s]), 0.5 * (F[0] + F[s]), k);
}

/// Momentum carried across itself through a corner: that of velocity q, along s, by velocity w and
/// its mass flux F on both sides of the corner, t apart.
LEAGUE_PORTABLE inline double through_corner(const double* q, const double* w, const double* F,
                                             long s, long t, double k) {
  return carried(four(q, s), 0.5 * (w[-t] + w[0]), 0.5 * (F[-t] + F[0]), k);
}

/// Momentum that leaves a side along its own direction.
LEAGUE_PORTABLE inline double lost_along(const double* u, const double* F, long s, double k) {
  return k * (through_cell(u, F, s, k) - through_cell(u - s, F - s, s, k));
}

/// Momentum that leaves a side across its direction.
LEAGUE_PORTABLE inline double lost_across(const double* q, const double* w, const double* F, long s,
                                          long t, double k) {
  return k * (through_corner(q + s, w + s, F + s, s, t, k) - through_corner(q, w, F, s, t, k));
}

/// Stores a value of row i, column j and its mirror images behind the left and right walls.
LEAGUE_PORTABLE inline void store_with_sides(const Grid& grid, double* a, int i, int j,
                                             double value) {
  const long c = grid.at(i, j);
  a[c] = value;
  if (j == 2) a[c - 1] = value;
  if (j == grid.nx + 1) a[c + 1] = value;
}

/// Stores a value and its mirror images behind the lower and upper walls.
LEAGUE_PORTABLE inline void store_with_ends(const Grid& grid, double* a, int i, int j,
                                            double value) {
  const long c = grid.at(i, j);
  a[c] = value;
  if (i == 2) a[c - grid.pitch] = value;
  if (i == grid.ny + 1) a[c + grid.pitch] = value;
}

/// Stores a value and its mirror images behind all walls.
LEAGUE_PORTABLE inline void store_with_both(const Grid& grid, double* a, int i, int j,
                                            double value) {
  store_with_sides(grid, a, i, j, value);
  store_with_ends(grid, a, i, j, value);
}

/// The mirror images of a whole row behind the left and right walls.
LEAGUE_PORTABLE inline void mirror_sides(const Grid& grid, double* a, int i) {
  double* row = a + grid.at(i, 0);
  row[1] = row[2];
  row[grid.nx + 2] = row[grid.nx + 1];
}

/// The mirror image of a whole row behind the lower or upper wall, if it is the row next to it.
LEAGUE_PORTABLE inline void mirror_ends(const Grid& grid, double* a, int i) {
  const double* row = a + grid.at(i, 0);
  if (i == 2)
    for (int j = 1; j < grid.nx + 3; ++j) a[grid.at(1, j)] = row[j];
  if (i == grid.ny + 1)
    for (int j = 1; j < grid.nx + 3; ++j) a[grid.at(i + 1, j)] = row[j];
}

/// The mirror images of a whole row behind all walls that it is next to.
LEAGUE_PORTABLE inline void mirror_both(const Grid& grid, double* a, int i) {
  mirror_sides(grid, a, i);
  mirror_ends(grid, a, i);
}

}  // namespace flow
