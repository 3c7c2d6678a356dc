// The two fused passes over a tile of a grid, for processors with caches: whole rows, a block of
// rows in y, a range of planes in z.
//
// A pass walks through the planes of its tile.  What the next operator needs of the one before is
// kept in rings of three planes that stay in the cache, and what a neighbouring tile would have
// computed at the border is computed again: no tile waits for another.
#pragma once

#include <algorithm>

#include "mg_body.hpp"

namespace mg {

/// Points [j0, j1) and [k0, k1) of a grid, whole rows.
struct Tile {
  int j0, j1, k0, k1;
};

/// How a grid is cut: `rows` rows and `planes` planes a tile, both powers of two.
struct Tiling {
  int rows, planes;

  /// About as much as half a megabyte of cache holds, and a tile or more for every thread.
  Tiling(int n, int threads) : rows(n), planes(n) {
    while (rows > 16 && long(rows) * n > 8192) rows /= 2;
    while (planes > 32 && n / rows * (n / planes) < 2 * threads) planes /= 2;
    while (planes > 4 && n / rows * (n / planes) < threads) planes /= 2;
  }

  /// Tile number (z, y) of the grid.
  Tile tile(int z, int y) const { return {y * rows, (y + 1) * rows, z * planes, (z + 1) * planes}; }
};

/// A ring of three planes of `rows` rows; rows are a cache line and a bit apart from a power of
/// two.
struct Ring {
  double* data;
  int rows;
  long pitch;

  double* row(int plane, int j) const { return data + ((plane + 3) % 3 * long(rows) + j) * pitch; }

  /// Rows around local row j of a plane.
  Rows around(int plane, int j) const {
    return {row(plane, j),         row(plane, j - 1),     row(plane, j + 1),
            row(plane - 1, j),     row(plane + 1, j),     row(plane - 1, j - 1),
            row(plane - 1, j + 1), row(plane + 1, j - 1), row(plane + 1, j + 1)};
  }
};

constexpr int border = 8;  // words kept free on either side of a row

/// Work space of one thread: two rings and a row of sums with a point beyond either end.
struct Scratch {
  Ring u, r;
  double* sums;

  static long pitch(int n) { return n + 2 * border; }
  static long size(int n, int rows) { return (3 * (rows + 4) + 3 * (rows + 2) + 1) * pitch(n); }

  Scratch(double* memory, int n, int rows)
      : u{memory, rows + 4, pitch(n)},
        r{memory + 3 * (rows + 4) * pitch(n), rows + 2, pitch(n)},
        sums(memory + (3 * (rows + 4) + 3 * (rows + 2)) * pitch(n) + border) {}
};

/// Words that the scratches of all tiles of a grid take, or a row of sums for each of its planes:
/// of the grid that needs most.
inline long words_of_tiles(int levels, int threads) {
  long words = Scratch::pitch(1 << levels) << levels;
  for (int level = 1; level <= levels; ++level) {
    const int n = 1 << level;
    const Tiling tiling(n, threads);
    const long tiles = long(n / tiling.rows) * (n / tiling.planes);
    words = std::max(words, tiles * Scratch::size(n, tiling.rows));
  }
  return words;
}

/// Where the scratch of one of them begins, that of the tile which begins at plane k and row j.
inline double* memory_of_tile(double* memory, int n, int planes, int rows, int k, int j) {
  return memory + (long(k / planes) * (n / rows) + j / rows) * Scratch::size(n, rows);
}

/// The row of sums of a plane, where every plane has one.
inline double* sums_of_plane(double* memory, int n, int k) {
  return memory + k * Scratch::pitch(n) + border;
}

/// Asks for a row of the next plane while this one is computed.  The passes read from a dozen
/// places at once, of which only one or two come from memory: too many for the processor to guess
/// which.
inline void fetch(const double* row, int n) {
  for (int i = 0; i < n; i += 8) __builtin_prefetch(row + i);
}

/// Gives a row its neighbours beyond the ends.
inline void close_ring(double* row, int n) {
  row[-1] = row[n - 1];
  row[n] = row[0];
}

// In A and in C the share of a neighbouring column is one sum, which both its neighbours use.

/// r = v - A u on a row.
inline void residual_row(const Rows& u, const double* v, double* r, double* sums, int n) {
  #pragma omp simd
  for (int i = 0; i < n; ++i) {
    const double diagonals = u.diagonals(i);
    sums[i] = a_edge * u.sides(i) + a_corner * diagonals;
    r[i] = v[i] - a_centre * u.centre[i] - a_edge * diagonals;
  }
  close_ring(sums, n);
  #pragma omp simd
  for (int i = 0; i < n; ++i) r[i] -= sums[i - 1] + sums[i + 1];
}

/// out = u + C r on a row.
inline void smooth_row(const Rows& r, const Smoother& c, const double* u, double* out, double* sums,
                       int n) {
  #pragma omp simd
  for (int i = 0; i < n; ++i) {
    const double sides = r.sides(i);
    sums[i] = c.face * r.centre[i] + c.edge * sides;
    out[i] = u[i] + c.centre * r.centre[i] + c.face * sides + c.edge * r.diagonals(i);
  }
  close_ring(sums, n);
  #pragma omp simd
  for (int i = 0; i < n; ++i) out[i] += sums[i - 1] + sums[i + 1];
}

/// coarse = R r on a row of the coarser grid; the rows are of the finer one.
inline void restrict_row(const Rows& r, double* coarse, double* sums, int n) {
  #pragma omp simd
  for (int i = 0; i < n; ++i) sums[i] = restricted_column(r, i);
  close_ring(sums, n);
  #pragma omp simd
  for (int i = 0; i < n / 2; ++i)
    coarse[i] = sums[2 * i + 1] + 0.5 * (sums[2 * i] + sums[2 * i + 2]);
}

/// out = u + P coarse on a row of the finer grid.
inline void interpolate_row(const CoarseRows& coarse, const double* u, double* out, double* sums,
                            int n) {
  #pragma omp simd
  for (int i = 0; i < n / 2; ++i) sums[i] = coarse.mean(i);
  close_ring(sums, n / 2);
  #pragma omp simd
  for (int i = 0; i < n / 2; ++i) {
    out[2 * i] = u[2 * i] + 0.5 * (sums[i - 1] + sums[i]);
    out[2 * i + 1] = u[2 * i + 1] + sums[i];
  }
}

/// out = P coarse on a row of the finer grid.
inline void fill_row(const CoarseRows& coarse, double* out, double* sums, int n) {
  #pragma omp simd
  for (int i = 0; i < n / 2; ++i) sums[i] = coarse.mean(i);
  close_ring(sums, n / 2);
  #pragma omp simd
  for (int i = 0; i < n / 2; ++i) {
    out[2 * i] = 0.5 * (sums[i - 1] + sums[i]);
    out[2 * i + 1] = sums[i];
  }
}

/// The way up on a tile: w = u + P coarse, out = w + C (v - A w).  Without u: u = 0.
inline void up_tile(int n, const Tile& t, const Smoother& c, const double* coarse, const double* u,
                    const double* v, double* out, const Scratch& s) {
  const int rows = t.j1 - t.j0;
  for (int ahead = t.k0 - 2; ahead < t.k1 + 2; ++ahead) {
    for (int j = 0; j < rows + 4; ++j) {  // local row j is row j0 - 2 + j of the grid
      const int k = ahead & (n - 1);
      const int fine = (t.j0 - 2 + j) & (n - 1);
      const CoarseRows from = coarse_rows(coarse, n, k, fine);
      if (u != nullptr) fetch(u + row_of(n, k + 1, fine), n);
      fetch(v + row_of(n, k, fine), n);
      if (u != nullptr)
        interpolate_row(from, u + row_of(n, k, fine), s.u.row(ahead + 3, j), s.sums, n);
      else
        fill_row(from, s.u.row(ahead + 3, j), s.sums, n);
    }
    if (ahead >= t.k0)
      for (int j = 0; j < rows + 2; ++j)  // row j0 - 1 + j
        residual_row(s.u.around(ahead + 2, j + 1), v + row_of(n, ahead - 1, t.j0 - 1 + j),
                     s.r.row(ahead + 2, j), s.sums, n);
    if (ahead >= t.k0 + 2)
      for (int j = 0; j < rows; ++j)
        smooth_row(s.r.around(ahead + 1, j + 1), c, s.u.row(ahead + 1, j + 2),
                   out + row_of(n, ahead - 2, t.j0 + j), s.sums, n);
  }
}

/// The way down on a tile: r = v - A u, coarse = R r, where there is a coarse; returns sum r^2 if
/// it is wanted.
inline double down_tile(int n, const Tile& t, const double* u, const double* v, double* coarse,
                        bool norm, const Scratch& s) {
  const int rows = t.j1 - t.j0;
  double sum = 0;
  for (int k = t.k0; k <= t.k1; ++k) {
    for (int j = 0; j <= rows; ++j) {
      double* r = s.r.row(k, j);
      fetch(u + row_of(n, k + 2, t.j0 + j), n);
      fetch(v + row_of(n, k + 1, t.j0 + j), n);
      residual_row(rows_around(u, n, k, t.j0 + j), v + row_of(n, k, t.j0 + j), r, s.sums, n);
      if (norm && k < t.k1 && j < rows) {
        #pragma omp simd reduction(+ : sum)
        for (int i = 0; i < n; ++i) sum += r[i] * r[i];
      }
    }
    if (coarse != nullptr && k >= t.k0 + 2 && k % 2 == 0)
      for (int j = 0; j < rows; j += 2)
        restrict_row(s.r.around(k - 1, j + 1), coarse + row_of(n / 2, k / 2 - 1, (t.j0 + j) / 2),
                     s.sums, n);
  }
  return sum;
}

/// coarse = R r on a plane of the coarser grid, where r has n points per side.
inline void restrict_plane(int n, int k, const double* r, double* coarse, double* sums) {
  for (int j = 0; j < n / 2; ++j)
    restrict_row(rows_around(r, n, 2 * k + 1, 2 * j + 1), coarse + row_of(n / 2, k, j), sums, n);
}

/// A whole cycle of the grids up to level `top`.
inline void small_cycle(int top, const Smoother& c, double* coarse_u, double* coarse_r,
                        const Scratch& s) {
  for (int level = top; level >= 2; --level)
    for (int k = 0; k < 1 << (level - 1); ++k)
      restrict_plane(1 << level, k, coarse_r + offset(level), coarse_r + offset(level - 1), s.sums);
  for (int i = 0; i < 8; ++i) coarse_u[i] = 0;
  for (int row = 0; row < 4; ++row)
    smooth_row(rows_around(coarse_r, 2, row / 2, row % 2), c, coarse_u + 2 * row,
               coarse_u + 2 * row, s.sums, 2);
  for (int level = 2; level <= top; ++level) {
    const int n = 1 << level;
    up_tile(n, {0, n, 0, n}, c, coarse_u + offset(level - 1), nullptr, coarse_r + offset(level),
            coarse_u + offset(level), s);
  }
}

}  // namespace mg
