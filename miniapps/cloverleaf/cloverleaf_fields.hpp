// Where the fields of a run lie in memory, and what the walls make of them.
//
// All fields have the same shape and lie in one array, one after the other.  Cells are (1..nx,
// 1..ny); vertices and faces have one more index along an axis; the halo is two deep.
#pragma once

#include "league/portable.hpp"

namespace clover {

/// The fields.  Of the first four there are two sets, an old and a new one.
enum Field {
  density = 0,
  energy = 2,
  xvel = 4,
  yvel = 6,
  volume = 8,
  xarea = 9,
  yarea = 10,
  viscosity = 11,
  vol_flux_x = 12,
  vol_flux_y = 13,
  mass_flux_x = 14,
  mass_flux_y = 15,
  pressure = 16,
  fused_fields = 17,  ///< what variants need that keep nothing between two loops
  work = 17,
  all_fields = 22
};

/// Where on the grid a field is defined, and so what its mirror image is.
enum Kind { at_cell, xvel_kind, yvel_kind, xface_kind, yface_kind };

struct Grid {
  int nx;
  int ny;
  int bands = 1;  ///< into which variants divide the rows that go up them; at most ny
  double dx;
  double dy;
  long pitch;  ///< from a row to the next
  long size;   ///< from a field to the next

  Grid(int x_cells, int y_cells, double width, double height)
      : nx(x_cells),
        ny(y_cells),
        dx(width / x_cells),
        dy(height / y_cells),
        pitch((x_cells + 18L) / 8 * 8),
        size(pitch * (y_cells + 5L)) {
    // Fields a multiple of a page apart would fight for the same lines of a cache.
    constexpr long page = 512;
    constexpr long apart = 88;
    size += (page + apart - size % page) % page;
  }

  /// The first cell of a row begins a cache line.
  LEAGUE_PORTABLE long at(int j, int k) const { return (k + 1) * pitch + j + 7; }

  template <int axis>
  LEAGUE_PORTABLE long step() const {
    return axis == 0 ? 1 : pitch;
  }
};

/// Images along one axis: index i below 1 shows what is at low - i, above `last` at high - i.
struct Mirror {
  int last;
  int low;
  int high;
  int sign;
};

LEAGUE_PORTABLE inline Mirror mirror(Kind kind, int axis, int n) {
  if (kind == at_cell) return {n, 1, 2 * n + 1, 1};
  const bool x = kind == xvel_kind || kind == xface_kind;
  const bool across = x == (axis == 0);  // changes its sign at this wall
  if (across) return {n + 1, 2, 2 * n + 2, -1};
  if (kind == xvel_kind || kind == yvel_kind) return {n + 1, 2, 2 * n + 2, 1};
  return {n, 2, 2 * n, 1};  // about the first row of cells, not about the wall
}

/// Replaces an index of the halo by the one it shows; returns the sign.
LEAGUE_PORTABLE inline int reflect(const Mirror& m, int& i) {
  int sign = 1;
  while (i < 1 || i > m.last) {  // more than once in a grid of two cells
    i = i < 1 ? m.low - i : m.high - i;
    sign *= m.sign;
  }
  return sign;
}

/// How many points the halo has at most, and which is the i-th of them.
LEAGUE_PORTABLE inline int halo_points(const Grid& g) { return 5 * (g.nx + g.ny + 10); }

/// Fills one point of the halo of a field; a point outside the halo of its kind is left alone.
LEAGUE_PORTABLE inline void fill_halo_point(const Grid& g, double* field, Kind kind, int point) {
  const Mirror mx = mirror(kind, 0, g.nx);
  const Mirror my = mirror(kind, 1, g.ny);
  const int columns = 5 * (g.ny + 5);
  const int edge = point < columns ? point % 5 : (point - columns) / (g.nx + 5);
  const int along = point < columns ? point / 5 - 1 : (point - columns) % (g.nx + 5) - 1;
  const int j = point >= columns ? along : edge < 2 ? edge - 1 : mx.last + edge - 1;
  const int k = point < columns ? along : edge < 2 ? edge - 1 : my.last + edge - 1;
  const bool column = point < columns && edge < 4;
  const bool row = point >= columns && edge < 4 && j >= 1 && j <= mx.last;
  if (!(column || row) || k > my.last + 2) return;
  int from_j = j;
  int from_k = k;
  const int sign = reflect(mx, from_j) * reflect(my, from_k);
  field[g.at(j, k)] = sign * field[g.at(from_j, from_k)];
}

/// Writes a value and all its images in the halo.
LEAGUE_PORTABLE inline void store(const Grid& g, double* field, Kind kind, int j, int k,
                                  double value) {
  field[g.at(j, k)] = value;
  const Mirror mx = mirror(kind, 0, g.nx);
  const Mirror my = mirror(kind, 1, g.ny);
  if (j > 3 && j < mx.last - 2 && k > 3 && k < my.last - 2) return;
  for (int b = 0; b < 5; ++b) {
    const int to_k = b == 4 ? k : b < 2 ? b - 1 : my.last + b - 1;
    int from_k = to_k;
    const int y_sign = reflect(my, from_k);
    if (from_k != k) continue;
    for (int a = 0; a < 5; ++a) {
      const int to_j = a == 4 ? j : a < 2 ? a - 1 : mx.last + a - 1;
      int from_j = to_j;
      const int sign = y_sign * reflect(mx, from_j);
      if (from_j == j) field[g.at(to_j, to_k)] = sign * value;
    }
  }
}

/// After a row was written: its ends, and the rows of the halo that are images of it.
///
/// A function of its own: inlined, its branches make GCC write the loop over the rows several
/// times, and the inner loops are SIMD in one of them only.
[[gnu::noinline]] LEAGUE_PORTABLE inline void mirror_row(const Grid& g, double* field, Kind kind,
                                                         int k) {
  const Mirror mx = mirror(kind, 0, g.nx);
  const Mirror my = mirror(kind, 1, g.ny);
  double* row = field + g.at(0, k);
  for (int a = 0; a < 4; ++a) {
    const int j = a < 2 ? a - 1 : mx.last + a - 1;
    int from = j;
    const int sign = reflect(mx, from);
    row[j] = sign * row[from];
  }
  if (k > 3 && k < my.last - 2) return;
  for (int b = 0; b < 4; ++b) {
    const int to = b < 2 ? b - 1 : my.last + b - 1;
    int from = to;
    const int sign = reflect(my, from);
    if (from != k) continue;
    double* image = field + g.at(0, to);
    for (int j = -1; j <= mx.last + 2; ++j) image[j] = sign * row[j];
  }
}

}  // namespace clover
