// The grid of the three simulated applications, where a field keeps its points, and the constants
// of their equations.
#pragma once

#include <algorithm>

#include "league/portable.hpp"

namespace cfd {

constexpr double c1 = 1.4;
constexpr double c2 = 0.4;
constexpr double c3 = 0.1;
constexpr double c4 = 1.0;
constexpr double c5 = 1.4;
constexpr double c34 = c3 * c4;
constexpr double c15 = c1 * c5;
constexpr double c1345 = c15 * c34;

/// Coefficient of the second difference along an axis (0 = x, 1 = y, 2 = z), for all components.
template <int axis>
constexpr double diffusion = axis == 2 ? 1.0 : 0.75;

/// Coefficient of the fourth difference: a quarter of the largest diffusion.
constexpr double eps4 = 0.25;

/// A cube of n^3 points on the unit cube, and where a field keeps them.  Fields of five components
/// are stored component by component, x fastest: u[m * points + k * plane + j * row + i].
struct Grid {
  int n;         ///< points per axis, boundary included
  double dt;     ///< time step
  double h;      ///< distance of neighbours
  double t1;     ///< 1 / h^2
  double t2;     ///< 1 / (2 h)
  double kappa;  ///< c34 / h^2
  long row;      ///< distance of neighbours along y in memory
  long plane;    ///< along z
  long points;   ///< of a component and the next; without padding n^3

  /// Without padding: what the host keeps and what every check reads.
  LEAGUE_PORTABLE constexpr Grid(int side, double step)
      : Grid(side, step, side, long(side) * side, long(side) * side * side) {}

  LEAGUE_PORTABLE constexpr Grid(int side, double step, long row_pitch, long plane_pitch,
                                 long component_pitch)
      : n(side),
        dt(step),
        h(1.0 / (side - 1)),
        t1(double(side - 1) * (side - 1)),  // no division: a kernel makes a grid for every point
        t2(0.5 * (side - 1)),
        kappa(c34 * t1),
        row(row_pitch),
        plane(plane_pitch),
        points(component_pitch) {}

  LEAGUE_PORTABLE constexpr long at(int k, int j, int i) const { return k * plane + j * row + i; }

  /// Distance of neighbours along an axis in memory.
  template <int axis>
  LEAGUE_PORTABLE constexpr long stride() const {
    return axis == 0 ? 1 : axis == 1 ? row : plane;
  }

  /// Whether a point lies on the boundary, which never changes.
  LEAGUE_PORTABLE constexpr bool edge(int k, int j, int i) const {
    return i == 0 || j == 0 || k == 0 || i == n - 1 || j == n - 1 || k == n - 1;
  }
};

/// The same grid with rows of whole cache lines, for vectors of lanes: every row begins at one, and
/// all distances are odd multiples of one, so that neighbours do not compete for the same places in
/// a cache.  Behind point n - 1 of a row lie up to 15 others that nobody asks for.
LEAGUE_PORTABLE constexpr Grid padded(const Grid& dense) {
  constexpr int line = 8;  // doubles
  const long row = ((dense.n + line - 1) / line) | 1;
  const long plane = (row * dense.n) | 1;
  const long points = (plane * dense.n) | 1;
  return {dense.n, dense.dt, row * line, plane * line, points * line};
}

/// Copies a field of five components from one layout to another, on the host.
inline void copy_field(const Grid& from, const double* source, const Grid& to, double* target) {
  for (int m = 0; m < 5; ++m)
    for (int k = 0; k < from.n; ++k)
      for (int j = 0; j < from.n; ++j)
        std::copy_n(source + m * from.points + from.at(k, j, 0), from.n,
                    target + m * to.points + to.at(k, j, 0));
}

}  // namespace cfd
