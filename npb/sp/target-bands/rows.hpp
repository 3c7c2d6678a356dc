// A SIMD batch of neighbouring lines and its work space.
#pragma once

#include "sp_body.hpp"

namespace sp {

constexpr int batch_lines = 8;  // a vector of doubles, a cache line

/// Points of a row in whole vectors of eight; those behind the row are not asked for.
LEAGUE_PORTABLE constexpr int whole_vectors(int n) { return (n + 7) / 8 * 8; }

// A call in a loop over points or lanes keeps it from becoming vectors, so Clang is made to inline
// everything.  GCC 12 for nvptx must not: it ends with an internal error (make_decl_rtl) when the
// many local arrays of the right-hand side come into a `simd` loop.
#if defined(__clang__) || defined(__CUDACC__)
#define SP_RIGHT_HAND_SIDE [[gnu::flatten, gnu::always_inline]]
#else
#define SP_RIGHT_HAND_SIDE [[gnu::flatten, gnu::noinline]]
#endif

/// The right-hand side at point c of a row, i = 0 ... whole_vectors(n) - 1.
SP_RIGHT_HAND_SIDE LEAGUE_PORTABLE inline void right_hand_side_lane(
    const cfd::Grid& grid, const double* u, const double* ri, const double* forcing,
    const double* table, long c, int i, const Reach& y, const Reach& z, double* rhs) {
  store_five(rhs + c, grid.points,
             right_hand_side_at(grid, u, ri, forcing, c, table[5 * grid.row + i],
                                look_up_reach(table, grid.row, i), y, z));
}
#undef SP_RIGHT_HAND_SIDE

/// Numbers at a point of a line in the work space: its wave, then its row with the right-hand
/// sides. Each stands once for every line of the batch, side by side.
constexpr int wave_size = 3 * batch_lines;
constexpr int row_size = 11 * batch_lines;
constexpr int right_side = 6 * batch_lines;  // where the right-hand sides are in a row

/// Doubles of a work space: points have waves, in whole vectors; rows reach from -1 to 1 behind.
LEAGUE_PORTABLE constexpr long batch_space(int n) {
  return long(whole_vectors(n)) * wave_size + (whole_vectors(n) + 2L) * row_size;
}

/// Where row 0 is in a work space.
LEAGUE_PORTABLE inline double* batch_rows(double* space, int n) {
  return space + whole_vectors(n) * wave_size + row_size;
}

/// Brings wave and right-hand sides at point c of one line into the work space.
template <int axis>
[[gnu::flatten, gnu::always_inline]] LEAGUE_PORTABLE inline void gather_lane(
    const cfd::Grid& grid, long c, const double* u, const double* ri, const double* rhs,
    double* wave_at, double* row_at) {
  store_wave(wave_at, batch_lines, wave<axis>(grid, load_five<double>(u + c, grid.points), ri[c]));
  store_five(row_at + right_side, batch_lines, load_five<double>(rhs + c, grid.points));
}

/// Lanes of a batch that have no line, those behind the first `lines`, compute with zeros: this
/// sets their waves and right-hand sides at a point.
LEAGUE_PORTABLE inline void clear_lanes(int lines, double* wave_at, double* row_at) {
  for (int l = lines; l < batch_lines; ++l) {
    for (int q = l; q < wave_size; q += batch_lines) wave_at[q] = 0;
    for (int q = right_side + l; q < row_size; q += batch_lines) row_at[q] = 0;
  }
}

/// Eliminates a row of one line: wave_at and row_at are those of its point.
[[gnu::flatten, gnu::always_inline]] LEAGUE_PORTABLE inline void eliminate_lane(
    const Smoothing& e, const double* wave_at, double* row_at) {
  store_row(row_at, batch_lines,
            eliminate(e, load_wave<double>(wave_at - wave_size, batch_lines),
                      load_wave<double>(wave_at, batch_lines),
                      load_wave<double>(wave_at + wave_size, batch_lines),
                      load_five<double>(row_at + right_side, batch_lines),
                      load_row<double>(row_at - 2 * row_size, batch_lines),
                      load_row<double>(row_at - row_size, batch_lines)));
}

/// The solution in a row of one line takes the place of its right-hand sides.
[[gnu::flatten, gnu::always_inline]] LEAGUE_PORTABLE inline void substitute_lane(double* row_at) {
  store_five(row_at + right_side, batch_lines,
             substitute(load_row<double>(row_at, batch_lines),
                        load_five<double>(row_at + row_size + right_side, batch_lines),
                        load_five<double>(row_at + 2 * row_size + right_side, batch_lines)));
}

/// The solution in a row of one line goes to where its point c is.
template <int axis>
[[gnu::flatten, gnu::always_inline]] LEAGUE_PORTABLE inline void finish_lane(
    const cfd::Grid& grid, long c, const double* row_at, double* u, double* ri, double* rhs) {
  finish<axis>(grid, c, load_five<double>(row_at + right_side, batch_lines), u, ri, rhs);
}

}  // namespace sp
