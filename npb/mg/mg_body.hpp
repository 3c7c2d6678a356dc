// The stencils of MG at one point of a periodic grid, and where the grids are.
//
// A 27-point stencil has one weight each for the centre, its six faces, twelve edges and eight
// corners.  Seen from a row of points, its nine rows are the centre, four sides (a face of the
// centre, an edge of its two neighbours) and four diagonals (an edge, and a corner).
#pragma once

#include <cstddef>

#include "league/portable.hpp"

namespace mg {

/// Points of the grid of a level.
LEAGUE_PORTABLE inline long points(int level) { return 1L << 3 * level; }

/// First element of a level within the coarse grids: 8 + 64 + ... of the levels before.
LEAGUE_PORTABLE inline long offset(int level) {
  long words = 0;
  for (int before = 1; before < level; ++before) words = 8 * words + 8;
  return words;
}

/// Row (k, j) of a grid with n points per side; k and j may be off the grid by less than n.
LEAGUE_PORTABLE inline long row_of(int n, int k, int j) {
  return (long(k & (n - 1)) * n + (j & (n - 1))) * n;
}

// The operator A: no weight for the faces.
constexpr double a_centre = -8.0 / 3.0;
constexpr double a_edge = 1.0 / 6.0;
constexpr double a_corner = 1.0 / 12.0;

/// The smoother C: no weight for the corners.
struct Smoother {
  double centre, face, edge;
};

/// The smoother of a class, by its letter: what a kernel is handed is one character.
LEAGUE_PORTABLE inline Smoother smoother(char letter) {
  if (letter == 'S' || letter == 'W' || letter == 'A') return {-3.0 / 8, 1.0 / 32, -1.0 / 64};
  return {-3.0 / 17, 1.0 / 33, -1.0 / 61};
}

/// A row of points and the eight rows around it.
struct Rows {
  const double *centre, *south, *north, *below, *above;  // south and north: j, below and above: k
  const double *below_south, *below_north, *above_south, *above_north;

  LEAGUE_PORTABLE double sides(int i) const { return south[i] + north[i] + below[i] + above[i]; }
  LEAGUE_PORTABLE double diagonals(int i) const {
    return below_south[i] + below_north[i] + above_south[i] + above_north[i];
  }
};

/// The rows around row (k, j) of a grid.
LEAGUE_PORTABLE inline Rows rows_around(const double* grid, int n, int k, int j) {
  return {grid + row_of(n, k, j),         grid + row_of(n, k, j - 1),
          grid + row_of(n, k, j + 1),     grid + row_of(n, k - 1, j),
          grid + row_of(n, k + 1, j),     grid + row_of(n, k - 1, j - 1),
          grid + row_of(n, k - 1, j + 1), grid + row_of(n, k + 1, j - 1),
          grid + row_of(n, k + 1, j + 1)};
}

/// (A u) at point i; west and east are its neighbours in the row.
LEAGUE_PORTABLE inline double operator_at(const Rows& u, int west, int i, int east) {
  const double edges = u.diagonals(i) + u.sides(west) + u.sides(east);
  const double corners = u.diagonals(west) + u.diagonals(east);
  return a_centre * u.centre[i] + a_edge * edges + a_corner * corners;
}

/// (C r) at point i.
LEAGUE_PORTABLE inline double smoothed_at(const Rows& r, const Smoother& c, int west, int i,
                                          int east) {
  const double faces = r.sides(i) + r.centre[west] + r.centre[east];
  const double edges = r.diagonals(i) + r.sides(west) + r.sides(east);
  return c.centre * r.centre[i] + c.face * faces + c.edge * edges;
}

/// The share of one column of nine points in a restricted value.
LEAGUE_PORTABLE inline double restricted_column(const Rows& r, int i) {
  return 0.5 * r.centre[i] + 0.25 * r.sides(i) + 0.125 * r.diagonals(i);
}

/// (R r) at the coarse point that is point i of the rows; west and east are its neighbours there.
LEAGUE_PORTABLE inline double restricted_at(const Rows& r, int west, int i, int east) {
  const double outer = restricted_column(r, west) + restricted_column(r, east);
  return restricted_column(r, i) + 0.5 * outer;
}

/// The rows of the coarser grid that a row is interpolated from.  A point with odd indices lies on
/// a coarse point, one with an even index between two; where two coincide, their mean is exact.
struct CoarseRows {
  const double *a, *b, *c, *d;

  LEAGUE_PORTABLE double mean(int i) const { return 0.25 * ((a[i] + b[i]) + (c[i] + d[i])); }
};

/// The coarse rows around row (k, j) of a grid with n points per side.
LEAGUE_PORTABLE inline CoarseRows coarse_rows(const double* coarse, int n, int k, int j) {
  const int half = n / 2;
  const int k0 = (k - 1) >> 1;  // of -1: the last, one step before the first
  const int k1 = k >> 1;
  const int j0 = (j - 1) >> 1;
  const int j1 = j >> 1;
  return {coarse + row_of(half, k0, j0), coarse + row_of(half, k0, j1),
          coarse + row_of(half, k1, j0), coarse + row_of(half, k1, j1)};
}

/// (P u) at point i of the finer grid, which has n points per side.
LEAGUE_PORTABLE inline double interpolated_at(const CoarseRows& u, int n, int i) {
  return 0.5 * (u.mean(((i - 1) >> 1) & (n / 2 - 1)) + u.mean(i >> 1));
}

}  // namespace mg
