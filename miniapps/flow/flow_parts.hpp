// The phases of a time step.  Every variant defines all of them, in files of the same names.
#pragma once

#include "flow_fields.hpp"

namespace flow {

/// The largest squared speeds at which something crosses a cell, sound and viscosity together.
struct Signals {
  double x = 0;
  double y = 0;
};

/// The step in use.  The method knows two: one for the sides of cells and one for their middles,
/// half a step later.
struct Pace {
  double dt;
  double dt_half;
  double elapsed;

  /// The next step: as long as the signals allow, not longer than `longest`, and not growing
  /// suddenly.
  LEAGUE_PORTABLE void choose(double dx, double dy, Signals signals, double longest, bool first) {
    double t = longest;
    t = lesser(t, dx / root(signals.x));
    t = lesser(t, dy / root(signals.y));
    t = lesser(t, 5 * dt_half);
    dt = 0.5 * (0.3 * t + dt_half);
    dt_half = first ? dt : 0.3 * t;
  }

 private:
  LEAGUE_PORTABLE static double lesser(double a, double b) { return b < a ? b : a; }
  LEAGUE_PORTABLE static double root(double a) { return __builtin_sqrt(a); }
};

/// Sums of density and of density times energy.
struct Sums {
  double density;
  double energy;
};

/// Pressure, viscosity, heating and work: cells change their velocity and energy, not their mass.
Signals lagrange(const Grid& grid, const Fields& fields, const Pace& pace);

/// Mass, energy and momentum move, along x first or along y first.
void advection(const Grid& grid, const Fields& fields, const Pace& pace, bool x_first);

Sums summary(const Grid& grid, const Fields& fields);

}  // namespace flow
