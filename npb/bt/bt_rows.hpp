// Rows and lines in batches of eight, for processors with vector units: tiles and transposition.
#pragma once

#include "../cfd/cfd_body_simd.hpp"
#include "../cfd/cfd_fields.hpp"
#include "bt_body.hpp"
#include "bt_parts.hpp"

namespace bt {

using cfd::Lanes;
constexpr int width = cfd::lanes<Lanes>;

/// n, rounded up to whole groups of eight.
constexpr int whole_groups(int n) { return (n + width - 1) / width * width; }

/// Doubles that solve_plane needs: C' of eight lines, and u, ri and rhs of eight x lines side by
/// side.  A multiple of a page, plus a line, so that the work spaces of threads do not compete.
constexpr long work_size(int n) {
  return ((25 + 11) * width * long(whole_groups(n)) / 512 + 1) * 512 + 8;
}

/// What is different from group to group of eight points in a row.
struct Group {
  cfd::Weights<Lanes> along_x;
  Lanes dt{};  ///< zero on the boundary and behind it

  Group(const cfd::Grid& grid, int i) : along_x(cfd::weights_along_x<Lanes>(grid, i)) {
    for (int l = 0; l < width; ++l) dt[l] = i + l > 0 && i + l < grid.n - 1 ? grid.dt : 0;
  }
};

/// Right-hand side of plane k in the rows from j = `begin` to before `end`.
inline void right_hand_side_rows(const cfd::Grid& grid, int k, int begin, int end, const double* u,
                                 const double* ri, const double* forcing, double* rhs) {
  // Only the first group and the last two are near the boundary; all others are like the second.
  const int last = whole_groups(grid.n) - width;
  const Group groups[4] = {{grid, 0}, {grid, width}, {grid, last - width}, {grid, last}};
  for (int j = begin; j < end; ++j)
    for (int i = 0; i <= last; i += width) {
      const Group& group = groups[i == 0 ? 0 : i == last ? 3 : i == last - width ? 2 : 1];
      Lanes sum[5];
      cfd::operator_at(grid, u, ri, k, j, i, group.along_x, sum);
      const long c = grid.at(k, j, i);
      for (int m = 0; m < 5; ++m) {
        const auto f = cfd::load<Lanes>(forcing + m * grid.points + c);
        cfd::store(rhs + m * grid.points + c, Lanes(group.dt * (f + sum[m])));
      }
    }
}

/// Exchanges rows and columns of a square of eight by eight: pairs, then fours, then halves.
inline void transpose(Lanes (&r)[width]) {
  Lanes pairs[width];
  for (int l = 0; l < width; l += 2) {
    pairs[l] = __builtin_shufflevector(r[l], r[l + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[l + 1] = __builtin_shufflevector(r[l], r[l + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  Lanes fours[width];
  for (int l = 0; l < width; l += 4)
    for (int odd = 0; odd < 2; ++odd) {
      const Lanes& first = pairs[l + odd];
      const Lanes& second = pairs[l + odd + 2];
      fours[l + odd] = __builtin_shufflevector(first, second, 0, 1, 8, 9, 4, 5, 12, 13);
      fours[l + odd + 2] = __builtin_shufflevector(first, second, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int l = 0; l < 4; ++l) {
    r[l] = __builtin_shufflevector(fours[l], fours[l + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[l + 4] = __builtin_shufflevector(fours[l], fours[l + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// Eight rows of a field to a tile in which they lie side by side.
inline void gather_rows(const double* field, const long (&row)[width], int length, double* tile) {
  for (int p = 0; p < length; p += width) {
    Lanes square[width];
    for (int l = 0; l < width; ++l) square[l] = cfd::load<Lanes>(field + row[l] + p);
    transpose(square);
    for (int l = 0; l < width; ++l) cfd::store(tile + (p + l) * width, square[l]);
  }
}

/// The first `rows` of them back to the field.
inline void scatter_rows(const double* tile, const long (&row)[width], int rows, int length,
                         double* field) {
  for (int p = 0; p < length; p += width) {
    Lanes square[width];
    for (int l = 0; l < width; ++l) square[l] = cfd::load<Lanes>(tile + (p + l) * width);
    transpose(square);
    for (int l = 0; l < rows; ++l) cfd::store(field + row[l] + p, square[l]);
  }
}

/// Solves all lines along the axis that lie in plane `outer` (1 ... n - 2) of the outer axis. Along
/// y and z the eight lines of a group are neighbours in memory; along x they are copied to a tile
/// where they are.  On the boundary and behind it the right-hand side is zero and remains so.
template <int axis>
inline void solve_plane(const cfd::Grid& grid, int outer, const double* u, const double* ri,
                        double* rhs, double* work) {
  const int length = whole_groups(grid.n);
  const long begin = outer * grid.stride<outer_axis<axis>>();
  const long points = grid.points;
  if constexpr (axis == 0) {
    const long component = long(length) * width;
    double* tile_u = work + 25 * component;
    double* tile_ri = tile_u + 5 * component;
    double* tile_rhs = tile_ri + component;
    for (int j = 1; j < grid.n - 1; j += width) {
      const int rows = grid.n - 1 - j < width ? grid.n - 1 - j : width;
      long row[width];
      for (int l = 0; l < width; ++l) {
        const int own = j + l < grid.n - 1 ? j + l : grid.n - 1;  // the last one is on the boundary
        row[l] = begin + own * grid.row;
      }
      for (int m = 0; m < 5; ++m) gather_rows(u + m * points, row, length, tile_u + m * component);
      for (int m = 0; m < 5; ++m)
        gather_rows(rhs + m * points, row, length, tile_rhs + m * component);
      gather_rows(ri, row, length, tile_ri);
      solve_line<axis, Lanes>(
          grid, {tile_u, tile_ri, tile_rhs, work, width, component, 25 * width, width});
      for (int m = 0; m < 5; ++m)
        scatter_rows(tile_rhs + m * component, row, rows, length, rhs + m * points);
    }
  } else {
    for (int i = 0; i < grid.n; i += width) {
      const long c = begin + i;
      solve_line<axis, Lanes>(
          grid, {u + c, ri + c, rhs + c, work, grid.stride<axis>(), points, 25 * width, width});
    }
  }
}

}  // namespace bt
