// One row at a time: what a thread computes of it, and where it keeps the few rows it still needs.
#pragma once

#include <omp.h>

#include <algorithm>

#include "flow_body.hpp"
#include "flow_grid.hpp"

namespace flow {

/// Rows of the mesh that are one thread's, [begin, end).
struct Share {
  int begin;
  int end;

  static Share mine(const Grid& grid) {
    const long thread = omp_get_thread_num();
    const long threads = omp_get_num_threads();
    return {2 + int(grid.ny * thread / threads), 2 + int(grid.ny * (thread + 1) / threads)};
  }
  bool has(int row) const { return row >= begin && row < end; }
};

/// The last N rows of an array that never exists as a whole.
template <int N>
struct Ring {
  double* data;
  long pitch;
  double* operator[](int row) const { return data + (row & (N - 1)) * pitch; }
};

/// A thread's work space.  It begins as zero and every phase has a part of its own, so that what no
/// loop writes, at the walls and behind them, stays zero.
class Space {
 public:
  enum Part { lagrange = 0, x_then_y = 16, y_then_x = 48, rows = 80 };
  Space(double* all, long pitch, Part part)
      : next_(all + (omp_get_thread_num() * rows + part) * pitch), pitch_(pitch) {}
  template <int N>
  Ring<N> ring() {
    const Ring<N> ring{next_, pitch_};
    next_ += N * pitch_;
    return ring;
  }

 private:
  double* next_;
  long pitch_;
};

using Row = const double*;

/// Four rows, one above the other; the row in question begins at the upper side of the second.
struct FourRows {
  Row a, b, c, d;
  Four at(int j) const { return {a[j], b[j], c[j], d[j]}; }
};

inline FourRows four_rows(const double* array, const Grid& grid, int row) {
  const double* here = array + grid.at(row, 0);
  return {here - 2 * grid.pitch, here - grid.pitch, here, here + grid.pitch};
}
inline FourRows four_rows(const Ring<4>& ring, int row) {
  return {ring[row - 2], ring[row - 1], ring[row], ring[row + 1]};
}

/// Step length over cell size.
struct Factors {
  double x, y;            // of the whole step
  double x_half, y_half;  // of the step for the middles of cells
  Factors(const Grid& grid, const Pace& pace)
      : x(pace.dt / grid.dx),
        y(pace.dt / grid.dy),
        x_half(pace.dt_half / grid.dx),
        y_half(pace.dt_half / grid.dy) {}
};

/// Whether side `row` lies between two cells; otherwise it is a wall or lies behind one.
inline bool is_inner_side(const Grid& grid, int row) { return row > 2 && row < grid.ny + 2; }
inline bool is_cell(const Grid& grid, int row) { return row > 1 && row < grid.ny + 2; }

inline void clear(const Grid& grid, double* row) { std::fill_n(row, grid.pitch, 0.0); }
inline void copy(const Grid& grid, Row from, double* to) { std::copy_n(from, grid.pitch, to); }

inline void accelerate_row(const Grid& grid, Row rho, Row e, Row m, long s, double k, double* u) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) u[j] = accelerated(rho + j, e + j, m + j, s, k);
}

/// Mass and energy that pass the left sides of a row.
inline void flux_x_row(const Grid& grid, const Factors& k, Row rho, Row e, Row u, double* mass,
                       double* energy) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) {
    const Flux through = flux(rho + j, e + j, u + j, 1, k.x, k.x_half, true);
    mass[j] = through.mass;
    energy[j] = through.energy;
  }
}

/// Mass and energy that pass the lower sides of a row.
inline void flux_y_row(const Grid& grid, const Factors& k, FourRows rho, FourRows e, Row v,
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

  void compute(const Grid& grid, bool first, double k) const {
    #pragma omp simd
    for (int j = 2; j < grid.nx + 2; ++j) {
      const Cell cell = swept(old[j], rho[j], e[j], {mass_in[j], energy_in[j]},
                              {mass_out[j], energy_out[j]}, first, k);
      to_rho[j] = cell.rho;
      to_e[j] = cell.e;
    }
  }
};

/// x momentum through the middles of the cells of a row.
inline void xx_row(const Grid& grid, double k, Row u, Row fx, double* xx) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j) xx[j] = through_cell(u + j, fx + j, 1, k);
}

/// x momentum through the corners of a row, upwards.
inline void xy_row(const Grid& grid, double k, FourRows u, Row v, Row fy, double* xy) {
  #pragma omp simd
  for (int j = 3; j < grid.nx + 2; ++j)
    xy[j] = carried(u.at(j), 0.5 * (v[j - 1] + v[j]), 0.5 * (fy[j - 1] + fy[j]), k);
}

/// y momentum through the corners of a row, to the right.
inline void yx_row(const Grid& grid, double k, Row v, Row u_below, Row u, Row fx_below, Row fx,
                   double* yx) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j)
    yx[j] = carried(four(v + j, 1), 0.5 * (u_below[j] + u[j]), 0.5 * (fx_below[j] + fx[j]), k);
}

/// y momentum through the middles of the cells of a row; `v` are the rows around its upper side.
inline void yy_row(const Grid& grid, double k, FourRows v, Row fy, Row fy_above, double* yy) {
  #pragma omp simd
  for (int j = 2; j < grid.nx + 2; ++j)
    yy[j] = carried(v.at(j), 0.5 * (v.b[j] + v.c[j]), 0.5 * (fy[j] + fy_above[j]), k);
}

/// Momentum at the left sides (s = 1) or lower sides (s = pitch) of a row that has lost the
/// difference of two fluxes, and is a velocity again.
inline void velocity_row(const Grid& grid, int first, Row rho, long s, Row q, Row in, Row out,
                         double k, Row next, Row next_before, double* to) {
  #pragma omp simd
  for (int j = first; j < grid.nx + 2; ++j)
    to[j] = velocity(between(rho + j, s) * q[j] - k * (out[j] - in[j]),
                     0.5 * (next[j] + next_before[j]));
}

/// The same that stays a momentum.
inline void momentum_row(const Grid& grid, int first, Row q, Row in, Row out, double k, Row next,
                         Row next_before, double* to) {
  #pragma omp simd
  for (int j = first; j < grid.nx + 2; ++j)
    to[j] = 0.5 * (next[j] + next_before[j]) * q[j] - k * (out[j] - in[j]);
}

}  // namespace flow
