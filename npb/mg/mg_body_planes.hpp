// The stencils of MG seen from a thread that walks up a column of points: three sums of every
// plane.
#pragma once

#include "league/portable.hpp"
#include "mg_body.hpp"

namespace mg {

/// What a plane contributes to the stencils at one of its points and at those above and below.
struct Plane {
  double centre, sides, diagonals;  // the point, its four sides and its four corners in the plane
};

/// (A u) at the point of the plane in the middle.
LEAGUE_PORTABLE inline double operator_at(const Plane& below, const Plane& here,
                                          const Plane& above) {
  return a_centre * here.centre + a_edge * (here.diagonals + below.sides + above.sides) +
         a_corner * (below.diagonals + above.diagonals);
}

/// (C r) at the point of the plane in the middle.
LEAGUE_PORTABLE inline double smoothed_at(const Smoother& c, const Plane& below, const Plane& here,
                                          const Plane& above) {
  return c.centre * here.centre + c.face * (here.sides + below.centre + above.centre) +
         c.edge * (here.diagonals + below.sides + above.sides);
}

/// The share of a plane in the value restricted from its point; half of it goes to that of a plane
/// above or below.
LEAGUE_PORTABLE inline double restricted_plane(const Plane& r) {
  return 0.5 * r.centre + 0.25 * r.sides + 0.125 * r.diagonals;
}

// Numbers of points count along a row first, then rows, then planes.  A grid has 2^level points per
// side, so that shifts take a number apart.

/// (v - A u) at a point of `level`.
LEAGUE_PORTABLE inline double residual_point(int level, const double* u, const double* v,
                                             int point) {
  const int n = 1 << level;
  const int i = point & (n - 1);
  const Rows rows = rows_around(u, n, point >> 2 * level, point >> level & (n - 1));
  return v[point] - operator_at(rows, (i - 1) & (n - 1), i, (i + 1) & (n - 1));
}

/// (C r) at a point of `level`.
LEAGUE_PORTABLE inline double smoothed_point(int level, const Smoother& c, const double* r,
                                             int point) {
  const int n = 1 << level;
  const int i = point & (n - 1);
  const Rows rows = rows_around(r, n, point >> 2 * level, point >> level & (n - 1));
  return smoothed_at(rows, c, (i - 1) & (n - 1), i, (i + 1) & (n - 1));
}

/// (R r) at a point of the grid below `level`, where r is.
LEAGUE_PORTABLE inline double restricted_point(int level, const double* r, int point) {
  const int n = 1 << level;
  const int half = n / 2;
  const int i = 2 * (point & (half - 1));
  const int j = 2 * (point >> (level - 1) & (half - 1));
  const int k = 2 * (point >> 2 * (level - 1));
  return restricted_at(rows_around(r, n, k + 1, j + 1), i, i + 1, (i + 2) & (n - 1));
}

/// (P coarse) at a point of `level`.
LEAGUE_PORTABLE inline double interpolated_point(int level, const double* coarse, int point) {
  const int n = 1 << level;
  const int j = point >> level & (n - 1);
  return interpolated_at(coarse_rows(coarse, n, point >> 2 * level, j), n, point & (n - 1));
}

}  // namespace mg
