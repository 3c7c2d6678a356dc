// One row at a time: what is computed of it, and where the few rows are kept that are still needed.
#pragma once

#include "flow_body.hpp"
#include "flow_fields.hpp"

namespace flow {

/// Rows of the mesh that are computed together, [begin, end).
struct Band {
  int begin;
  int end;

  LEAGUE_PORTABLE Band(const Grid& grid, int number, int bands)
      : begin(2 + int(long(grid.ny) * number / bands)),
        end(2 + int(long(grid.ny) * (number + 1) / bands)) {}
  LEAGUE_PORTABLE bool has(int row) const { return row >= begin && row < end; }
};

/// The last N rows of an array that never exists as a whole.
template <int N>
struct Ring {
  double* data;
  long pitch;
  LEAGUE_PORTABLE double* operator[](int row) const { return data + (row & (N - 1)) * pitch; }
};

/// The work space of a band.  It begins as zero and every pass has a part of its own, so that what
/// no loop writes, at the walls and behind them, stays zero.
class Space {
 public:
  enum Part { lagrange = 0, x_then_y = 16, y_then_x = 48 };
  LEAGUE_PORTABLE Space(const Fields& f, const Grid& grid, int number, Part part)
      : first_(f.rows + (long(number) * rows_of_band + part) * grid.pitch), pitch_(grid.pitch) {}
  /// N rows, from row `at` of the part on.
  template <int N>
  LEAGUE_PORTABLE Ring<N> ring(int at) const {
    return {first_ + at * pitch_, pitch_};
  }

 private:
  double* first_;
  long pitch_;
};

using Row = const double*;

/// Four rows, one above the other; the row in question begins at the upper side of the second.
struct FourRows {
  Row a, b, c, d;
  LEAGUE_PORTABLE Four at(int j) const { return {a[j], b[j], c[j], d[j]}; }
};

LEAGUE_PORTABLE inline FourRows four_rows(const double* array, const Grid& grid, int row) {
  const double* here = array + grid.at(row, 0);
  return {here - 2 * grid.pitch, here - grid.pitch, here, here + grid.pitch};
}
LEAGUE_PORTABLE inline FourRows four_rows(const Ring<4>& ring, int row) {
  return {ring[row - 2], ring[row - 1], ring[row], ring[row + 1]};
}

/// Whether side `row` lies between two cells; otherwise it is a wall or lies behind one.
LEAGUE_PORTABLE inline bool is_inner_side(const Grid& grid, int row) {
  return row > 2 && row < grid.ny + 2;
}
LEAGUE_PORTABLE inline bool is_cell(const Grid& grid, int row) {
  return row > 1 && row < grid.ny + 2;
}

LEAGUE_PORTABLE inline void clear(const Grid& grid, double* row) {
  #pragma omp simd
  for (long j = 0; j < grid.pitch; ++j) row[j] = 0;
}
LEAGUE_PORTABLE inline void copy(const Grid& grid, Row from, double* to) {
  #pragma omp simd
  for (long j = 0; j < grid.pitch; ++j) to[j] = from[j];
}

LEAGUE_PORTABLE inline void accelerate_row(const Grid& grid, Row rho, Row e, Row m, long s,
                                           double k, double* u) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) u[j] = accelerated(rho + j, e + j, m + j, s, k);
}

/// Viscosity along x in the cells of a row.
LEAGUE_PORTABLE inline void viscosity_x_row(const Grid& grid, Row rho, Row u, double* q) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) q[j] = viscous_pressure(rho[j], u + j, 1);
}

/// Viscosity along y in the cells of a row, from the velocities below, at its sides and above.
LEAGUE_PORTABLE inline void viscosity_y_row(const Grid& grid, Row rho, FourRows v, double* q) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j)
    q[j] = viscous_pressure(rho[j], v.a[j], v.b[j], v.c[j], v.d[j]);
}

/// Velocities at the left (s = 1) or lower sides (s = pitch) of a row after viscosity has acted;
/// `q_before` are the cells before the sides.
LEAGUE_PORTABLE inline void slow_row(const Grid& grid, Row rho, long s, Row before, Row q,
                                     Row q_before, double k, double* to) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j)
    to[j] = before[j] - velocity(k * (q[j] - q_before[j]), between(rho + j, s));
}

/// Energies of a row after heating and work.  The largest signals so far are kept column by column:
/// with one maximum for all of them, compilers that must mind numbers that are none do not make
/// vectors of the loop.
LEAGUE_PORTABLE inline void heat_row(const Grid& grid, double dt_half, Row rho, Row e, Row qx,
                                     Row qy, Row u, Row v, Row v_above, double* to,
                                     double* fastest_x, double* fastest_y) {
  const double per_dx = 1 / grid.dx;
  const double per_dy = 1 / grid.dy;
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) {
    const double along_x = (u[j + 1] - u[j]) * per_dx;
    const double along_y = (v_above[j] - v[j]) * per_dy;
    const double warm = heated(rho[j], e[j], qx[j], qy[j], along_x, along_y, dt_half);
    to[j] = warm;
    fastest_x[j] = greater(fastest_x[j], signal(rho[j], warm, qx[j]));
    fastest_y[j] = greater(fastest_y[j], signal(rho[j], warm, qy[j]));
  }
}

LEAGUE_PORTABLE inline double largest_of_row(const Grid& grid, Row row) {
  double most = 0;
  for (int j = 2; j < grid.nx + 2; ++j) most = greater(most, row[j]);
  return most;
}

/// Mass and energy that pass the left sides of a row.
LEAGUE_PORTABLE inline void flux_x_row(const Grid& grid, Factors k, Row rho, Row e, Row u,
                                       double* mass, double* energy) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) {
    const Flux through = flux(rho + j, e + j, u + j, 1, k.x, k.x_half, true);
    mass[j] = through.mass;
    energy[j] = through.energy;
  }
}

/// Mass and energy that pass the lower sides of a row.
LEAGUE_PORTABLE inline void flux_y_row(const Grid& grid, Factors k, FourRows rho, FourRows e, Row v,
                                       double* mass, double* energy) {
  const Row below = v - grid.pitch;
  const Row above = v + grid.pitch;
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) {
    const Flux through = flux(rho.at(j), e.at(j), below[j], v[j], above[j], k.y, k.y_half, false);
    mass[j] = through.mass;
    energy[j] = through.energy;
  }
}

/// The cells of a row after a sweep.
struct SweptRow {
  Row old, rho, e;        // before
  Row mass_in, mass_out;  // fluxes
  Row energy_in, energy_out;
  double *to_rho, *to_e;

  LEAGUE_PORTABLE void compute(const Grid& grid, bool first, double k) const {
    const SweptRow r = *this;
    #pragma omp simd
    for (int j = 2; j < grid.nx + 2; ++j) {
      const Cell cell = swept(r.old[j], r.rho[j], r.e[j], {r.mass_in[j], r.energy_in[j]},
                              {r.mass_out[j], r.energy_out[j]}, first, k);
      r.to_rho[j] = cell.rho;
      r.to_e[j] = cell.e;
    }
  }
};

/// x momentum through the middles of the cells of a row.
LEAGUE_PORTABLE inline void xx_row(const Grid& grid, double k, Row u, Row fx, double* xx) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) xx[j] = through_cell(u + j, fx + j, 1, k);
}

/// x momentum through the corners of a row, upwards.
LEAGUE_PORTABLE inline void xy_row(const Grid& grid, double k, FourRows u, Row v, Row fy,
                                   double* xy) {
  #pragma omp simd
  for (int j = 3; j < grid.nx + 2; ++j)
    xy[j] = carried(u.at(j), 0.5 * (v[j - 1] + v[j]), 0.5 * (fy[j - 1] + fy[j]), k);
}

/// y momentum through the corners of a row, to the right.
LEAGUE_PORTABLE inline void yx_row(const Grid& grid, double k, Row v, Row u_below, Row u,
                                   Row fx_below, Row fx, double* yx) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j)
    yx[j] = carried(four(v + j, 1), 0.5 * (u_below[j] + u[j]), 0.5 * (fx_below[j] + fx[j]), k);
}

/// y momentum through the middles of the cells of a row; `v` are the rows around its upper side.
LEAGUE_PORTABLE inline void yy_row(const Grid& grid, double k, FourRows v, Row fy, Row fy_above,
                                   double* yy) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j)
    yy[j] = carried(v.at(j), 0.5 * (v.b[j] + v.c[j]), 0.5 * (fy[j] + fy_above[j]), k);
}

/// Momentum at the left sides (s = 1) or lower sides (s = pitch) of a row that has lost the
/// difference of two fluxes, and is a velocity again.
LEAGUE_PORTABLE inline void velocity_row(const Grid& grid, int first, Row rho, long s, Row q,
                                         Row in, Row out, double k, Row next, Row next_before,
                                         double* to) {
  #pragma omp simd
  for (int j = first; j < grid.nx + 2; ++j)
    to[j] = velocity(between(rho + j, s) * q[j] - k * (out[j] - in[j]),
                     0.5 * (next[j] + next_before[j]));
}

/// The same that stays a momentum.
LEAGUE_PORTABLE inline void momentum_row(const Grid& grid, int first, Row q, Row in, Row out,
                                         double k, Row next, Row next_before, double* to) {
  #pragma omp simd
  for (int j = first; j < grid.nx + 2; ++j)
    to[j] = 0.5 * (next[j] + next_before[j]) * q[j] - k * (out[j] - in[j]);
}

}  // namespace flow
