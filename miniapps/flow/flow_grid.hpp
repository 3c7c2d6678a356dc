// The mesh, and how long a step is.
#pragma once

#include "league/portable.hpp"

namespace flow {

/// Cells of the same size with two cells of padding on every side.  All arrays have the same rows:
/// value (i, j) of a cell, of its left side, of its lower side or of its lower left corner.  Cells
/// inside are [2, ny + 2) by [2, nx + 2), so that side nx + 2 is the right wall.
struct Grid {
  int nx;
  int ny;
  long pitch;  ///< numbers from one row to the next: whole cache lines
  long size;   ///< numbers in an array
  double dx;
  double dy;

  Grid(int x_cells, int y_cells, double width, double height)
      : nx(x_cells),
        ny(y_cells),
        pitch((x_cells + 5 + 7) / 8 * 8L),
        size(pitch * (y_cells + 5)),
        dx(width / x_cells),
        dy(height / y_cells) {}

  LEAGUE_PORTABLE long at(int i, int j) const { return i * pitch + j; }
};

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

}  // namespace flow
