// The discrete heat conduction, written once for all variants.
//
// The conductivity of the face between two cells is the mean of their reciprocals v = 1 / c, and
// that is made where it is needed: one field is read instead of two.  A halo cell holds the
// negative of its neighbour's v.  The faces of a wall then conduct nothing, whatever the halo of
// the temperature holds.
#pragma once

#include "league/portable.hpp"

namespace tea {

/// Distance of rows and the factors dt / (2 dx^2), dt / (2 dy^2).
struct Mesh {
  long pitch;
  double hx;
  double hy;
};

/// (A x) in cell c, where the values of x below and above it are these.
LEAGUE_PORTABLE inline double apply_between(Mesh m, const double* v, const double* x, double south,
                                            double north, long c) {
  const double flux_x =
      (v[c] + v[c - 1]) * (x[c] - x[c - 1]) + (v[c] + v[c + 1]) * (x[c] - x[c + 1]);
  const double flux_y =
      (v[c] + v[c - m.pitch]) * (x[c] - south) + (v[c] + v[c + m.pitch]) * (x[c] - north);
  return x[c] + m.hx * flux_x + m.hy * flux_y;
}

/// (A x) in cell c.
LEAGUE_PORTABLE inline double apply(Mesh m, const double* v, const double* x, long c) {
  return apply_between(m, v, x, x[c - m.pitch], x[c + m.pitch], c);
}

/// Diagonal element of A.
LEAGUE_PORTABLE inline double diagonal(Mesh m, const double* v, long c) {
  return 1 + m.hx * (2 * v[c] + v[c - 1] + v[c + 1]) +
         m.hy * (2 * v[c] + v[c - m.pitch] + v[c + m.pitch]);
}

/// (A x) in cell c for an x that is nowhere stored yet: x(c) makes it where it is needed.
template <typename Value>
LEAGUE_PORTABLE inline double apply_to(Mesh m, const double* v, const Value& x, long c) {
  const double here = x(c);
  const long south = c - m.pitch;
  const long north = c + m.pitch;
  const double flux_x =
      (v[c] + v[c - 1]) * (here - x(c - 1)) + (v[c] + v[c + 1]) * (here - x(c + 1));
  const double flux_y =
      (v[c] + v[south]) * (here - x(south)) + (v[c] + v[north]) * (here - x(north));
  return here + m.hx * flux_x + m.hy * flux_y;
}

/// What Jacobi's method makes of x in cell c; `inverse` is 1 / diagonal.
LEAGUE_PORTABLE inline double relax(Mesh m, const double* v, const double* u0,
                                    const double* inverse, const double* x, long c) {
  const double in_x = (v[c] + v[c - 1]) * x[c - 1] + (v[c] + v[c + 1]) * x[c + 1];
  const double in_y =
      (v[c] + v[c - m.pitch]) * x[c - m.pitch] + (v[c] + v[c + m.pitch]) * x[c + m.pitch];
  return (u0[c] + m.hx * in_x + m.hy * in_y) * inverse[c];
}

/// Reciprocal of the conductivity's density in cell c of a grid, and the halo next to it.
LEAGUE_PORTABLE inline void set_conductivity(Mesh m, int nx, int ny, int k, int j, bool inverse,
                                             const double* density, double* v) {
  const long c = (k + 1) * m.pitch + j;
  const double value = inverse ? density[c] : 1 / density[c];
  v[c] = value;
  if (j == 0) v[c - 1] = -value;
  if (j == nx - 1) v[c + 1] = -value;
  if (k == 0) v[c - m.pitch] = -value;
  if (k == ny - 1) v[c + m.pitch] = -value;
}

constexpr int strip = 4;  ///< cells of a block, on top of each other

/// Eliminates the block of `cells` cells whose lowest is c: what solve_block needs of it.
LEAGUE_PORTABLE inline void factor_block(Mesh m, const double* v, long c, int cells,
                                         double* reciprocal, double* upper) {
  double coupling = 0;  // to the cell below, eliminated
  for (int i = 0; i < cells; ++i, c += m.pitch) {
    const double below = m.hy * (v[c] + v[c - m.pitch]);
    const double above = m.hy * (v[c] + v[c + m.pitch]);
    reciprocal[c] = 1 / (diagonal(m, v, c) + below * coupling);
    coupling = -above * reciprocal[c];
    upper[c] = coupling;
  }
}

/// Solves the tridiagonal system of that block.
LEAGUE_PORTABLE inline void solve_block(Mesh m, const double* v, const double* reciprocal,
                                        const double* upper, long c, int cells, const double* from,
                                        double* to) {
  double carried = 0;
  for (int i = 0; i < cells; ++i, c += m.pitch) {
    const double below = m.hy * (v[c] + v[c - m.pitch]);
    carried = (from[c] + below * carried) * reciprocal[c];
    to[c] = carried;
  }
  for (int i = cells - 2; i >= 0; --i) {
    const long here = c - (cells - i) * m.pitch;
    carried = to[here] - upper[here] * carried;
    to[here] = carried;
  }
}

}  // namespace tea
