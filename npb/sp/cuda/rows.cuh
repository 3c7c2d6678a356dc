// Elimination along lines for CUDA: what a block shares and what a thread carries along.
#pragma once

#include "sp_body.hpp"

namespace sp {

// Lines of a block: five blocks share a multiprocessor, and an H100 is filled to 95 % in classes B
// (two each) and C (five).
constexpr int lanes = 40;
constexpr int depth = 16;  // points of a line that are in shared memory at a time

/// Waves and right-hand sides of some points, or solutions.  Odd rows avoid bank conflicts when
/// threads that are neighbours along x write.
struct Tile {
  double at[8][depth][lanes + 1];
};

/// What a thread carries along one line of one matrix: 0 has the first three components, 1 the
/// fourth, whose waves run faster by the speed of sound, 2 the fifth, whose waves run slower.
struct Chain {
  int matrix;
  int count;          // components of this matrix
  int first;          // of them
  double with_sound;  // 0, 1 or -1
  Upper<double> before2{}, before{};
  double r2[3] = {}, r1[3] = {};  // eliminated, of the two rows before; or solved, of those behind
  double waiting[3] = {};         // of the row that waits for the wave above it
  Wave<double> below{}, here{};

  __device__ explicit Chain(int which)
      : matrix(which),
        count(which == 0 ? 3 : 1),
        first(which == 0 ? 0 : which + 2),
        with_sound(which == 0   ? 0.0
                   : which == 1 ? 1.0
                                : -1.0) {}

  /// Takes point p from the tile and eliminates row p - 1.
  __device__ void advance(const cfd::Grid& grid, int p, const Tile& tile, int slot, int lane,
                          double* rows, long lines) {
    const Wave<double> above{tile.at[0][slot][lane], tile.at[1][slot][lane],
                             tile.at[2][slot][lane]};
    if (p > 1) {
      const Smoothing e = smoothing(grid, p - 1);
      const auto x = eliminate<double>(
          e, e.at[1] - below.carried - below.spread - with_sound * below.sound,
          e.at[2] + 1.0 + 2.0 * here.spread,
          e.at[3] + above.carried - above.spread + with_sound * above.sound, before2, before);
      const long pitch = grid.n * lines;
      double* row = rows + (p - 1) * lines;
      row[2 * matrix * pitch] = x.upper.next;
      row[(2 * matrix + 1) * pitch] = x.upper.second;
      for (int m = 0; m < 3; ++m) {
        if (m >= count) continue;
        const double r = (waiting[m] - e.at[0] * r2[m] - x.below * r1[m]) * x.scale;
        row[(6 + first + m) * pitch] = r;
        r2[m] = r1[m];
        r1[m] = r;
      }
      before2 = before;
      before = x.upper;
    }
    below = here;
    here = above;
    for (int m = 0; m < 3; ++m)
      if (m < count) waiting[m] = tile.at[3 + first + m][slot][lane];
  }

  /// Begins the way back, behind the last row.
  __device__ void turn_round() {
    for (int m = 0; m < 3; ++m) r1[m] = r2[m] = 0;
  }

  /// Solves row p and leaves it in the tile.
  __device__ void substitute(const cfd::Grid& grid, int p, Tile& tile, int slot, int lane,
                             const double* rows, long lines) {
    const long pitch = grid.n * lines;
    const double* row = rows + p * lines;
    const double next = row[2 * matrix * pitch];
    const double second = row[(2 * matrix + 1) * pitch];
    for (int m = 0; m < 3; ++m) {
      if (m >= count) continue;
      const double r = row[(6 + first + m) * pitch] - next * r1[m] - second * r2[m];
      r2[m] = r1[m];
      r1[m] = r;
      tile.at[3 + first + m][slot][lane] = r;
    }
  }
};

}  // namespace sp
