// What one thread does where threads are few: it goes up a band of rows once per phase.  What leads
// from one row to the next stays in its cache, and every flux but those between bands is computed
// once.
#pragma once

#include "cloverleaf_rows.hpp"

namespace clover {

/// The rows of a band; they follow one another.
struct Rows {
  int first;
  int last;
};

/// Divides that many rows among the bands of the grid: none is empty, there being no more of them
/// than rows of cells.
LEAGUE_PORTABLE inline Rows rows_of(const Grid& g, int rows, int band) {
  const long all = rows;
  return {int(all * band / g.bands) + 1, int(all * (band + 1) / g.bands)};
}

/// One of five rows that belong to a band alone.  They are part of the fields for work.
LEAGUE_PORTABLE inline double* own_row(const Grid& g, double* f, int band, int row) {
  return f + work * g.size + (5L * band + row) * g.pitch + g.at(0, -1);
}

/// Pressures, velocities, gas and fluxes of a band follow each other a row apart.
LEAGUE_PORTABLE inline void lagrange_band(const Grid& g, double* f, int set, double dt, int band) {
  const Rows rows = rows_of(g, g.ny, band);
  double* u = f + (xvel + 1 - set) * g.size;
  double* w = f + (yvel + 1 - set) * g.size;
  predict_row(g, f, set, rows.first - 1, dt, own_row(g, f, band, (rows.first - 1) % 2));
  for (int k = rows.first; k <= rows.last + 1; ++k) {
    double* p_low = own_row(g, f, band, (k - 1) % 2);
    double* p_high = own_row(g, f, band, k % 2);
    predict_row(g, f, set, k, dt, p_high);
    // The first vertices of the band above are computed here as well.
    const bool mine = k <= rows.last || k == g.ny + 1;
    double* row_u = mine ? u + g.at(0, k) : own_row(g, f, band, 2);
    double* row_w = mine ? w + g.at(0, k) : own_row(g, f, band, 3);
    accelerate_row(g, f, set, k, dt, p_low, p_high, row_u, row_w);
    if (mine) {
      mirror_row(g, u, xvel_kind, k);
      mirror_row(g, w, yvel_kind, k);
    }
    if (k > rows.first) correct_row(g, f, set, k - 1, dt, p_low, row_u, row_w);
  }
  if (rows.last == g.ny) last_flux_row(g, f, set, dt);
}

template <int sweep>
LEAGUE_PORTABLE inline void cells_band_x(const Grid& g, double* f, int set, int band) {
  const Rows rows = rows_of(g, g.ny, band);
  double* mass = f + mass_flux_x * g.size;
  double* carried = own_row(g, f, band, 0);
  for (int k = rows.first; k <= rows.last; ++k) {
    double* row = mass + g.at(0, k);
    flux_row<0, sweep>(g, f, set, k, row, carried);
    advect_row<0, sweep>(g, f, set, k, row, carried, row + 1, carried + 1);
    mirror_row(g, mass, xface_kind, k);
  }
}

template <int sweep>
LEAGUE_PORTABLE inline void cells_band_y(const Grid& g, double* f, int set, int band) {
  const Rows rows = rows_of(g, g.ny, band);
  double* mass = f + mass_flux_y * g.size;
  for (int k = rows.first; k <= rows.last + 1; ++k) {
    // The first faces of the band above are computed here as well.
    const bool mine = k <= rows.last || k == g.ny + 1;
    double* row = mine ? mass + g.at(0, k) : own_row(g, f, band, 2);
    const double* carried_low = own_row(g, f, band, (k - 1) % 2);
    double* carried_high = own_row(g, f, band, k % 2);
    flux_row<1, sweep>(g, f, set, k, row, carried_high);
    if (mine) mirror_row(g, mass, yface_kind, k);
    if (k > rows.first)
      advect_row<1, sweep>(g, f, set, k - 1, mass + g.at(0, k - 1), carried_low, row, carried_high);
  }
}

/// Gas of a band after a sweep, and the masses that crossed its faces.
template <int axis>
LEAGUE_PORTABLE inline void advect_cells_band(const Grid& g, double* f, int set, int sweep,
                                              int band) {
  if constexpr (axis == 0)
    sweep == 1 ? cells_band_x<1>(g, f, set, band) : cells_band_x<2>(g, f, set, band);
  else
    sweep == 1 ? cells_band_y<1>(g, f, set, band) : cells_band_y<2>(g, f, set, band);
}

template <int axis, int sweep>
LEAGUE_PORTABLE inline void momentum_band(const Grid& g, double* f, int set, int band) {
  const Rows rows = rows_of(g, g.ny + 1, band);
  const Momenta own{own_row(g, f, band, 0), own_row(g, f, band, 1), own_row(g, f, band, 2),
                    own_row(g, f, band, 3), own_row(g, f, band, 4)};
  if constexpr (axis == 0) {
    for (int k = rows.first; k <= rows.last; ++k) momentum_row_x<sweep>(g, f, set, k, own);
  } else {
    begin_momentum_y<sweep>(g, f, set, rows.first - 1, own);
    momentum_row_y<sweep, false>(g, f, set, rows.first - 1, own);
    for (int k = rows.first; k <= rows.last; ++k) momentum_row_y<sweep, true>(g, f, set, k, own);
  }
}

/// Velocities of a band after a sweep.
template <int axis>
LEAGUE_PORTABLE inline void advect_momentum_band(const Grid& g, double* f, int set, int sweep,
                                                 int band) {
  sweep == 1 ? momentum_band<axis, 1>(g, f, set, band) : momentum_band<axis, 2>(g, f, set, band);
}

}  // namespace clover
