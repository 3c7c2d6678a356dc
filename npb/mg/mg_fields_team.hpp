// How a grid is shared out to teams, and the planes of a tile in the memory of a team.
#pragma once

#include "mg_body.hpp"

namespace mg {

// A tile has 32 columns along a row, a warp's width, and eight rows.
constexpr int team_size = 256;
constexpr int tile_x = 32, tile_y = 8;
constexpr int w_pitch = tile_x + 4, w_plane = w_pitch * (tile_y + 4);  // for the way up
constexpr int r_pitch = tile_x + 2, r_plane = r_pitch * (tile_y + 2);
constexpr int coarse_pitch = tile_x / 2 + 3, coarse_plane = coarse_pitch * (tile_y / 2 + 3);
constexpr int u_pitch = tile_x + 3, u_plane = u_pitch * (tile_y + 3);  // for the way down
constexpr int d_pitch = tile_x + 1, d_plane = d_pitch * (tile_y + 1);

/// The place of a thread in its team.
struct Member {
  int self, threads;
};

/// Points [x, x + tile_x) [y, y + tile_y) [k, k + depth) of a grid with n points per side, depth
/// being an even number.
struct Block {
  int n, depth, x, y, k;

  static LEAGUE_PORTABLE int depth_of(int n) { return n > 32 ? n / 8 : 4; }
  static int number(int n) { return n / tile_x * (n / tile_y) * (n / depth_of(n)); }

  LEAGUE_PORTABLE Block(int n, int i) : n(n), depth(depth_of(n)) {
    const int along = n / tile_x;
    const int rows = n / tile_y;
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): no grid of a team is less than a tile wide
    x = i % along * tile_x;
    y = i / along % rows * tile_y;
    k = i / along / rows * depth;
  }
  LEAGUE_PORTABLE long at(int plane, int row, int column) const {
    return row_of(n, plane, y + row) + ((x + column) & (n - 1));
  }
};

/// The rows around row j of the plane in the middle of three.
LEAGUE_PORTABLE inline Rows rows_of(const double* below, const double* here, const double* above,
                                    int pitch, int j) {
  const int row = j * pitch;
  return {here + row,          here + row - pitch,  here + row + pitch,
          below + row,         above + row,         below + row - pitch,
          below + row + pitch, above + row - pitch, above + row + pitch};
}

}  // namespace mg
