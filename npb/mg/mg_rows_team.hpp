// The two fused passes over a grid by teams that walk up a tile of columns, plane by plane.
//
// What the next operator needs of the one before lies in rings of planes in the memory of the team;
// what a neighbouring tile would have computed at the border is computed again: no team waits for
// another.
#pragma once

#include "mg_body_planes.hpp"
#include "mg_fields_team.hpp"

namespace mg {

/// Brings coarse plane q of a tile to its place in a ring of two.
inline void fetch_coarse(Member m, const Block& b, const double* coarse, int q, double* ring) {
  const int half = b.n / 2;
  double* plane = ring + (q & 1) * coarse_plane;
  for (int c = m.self; c < coarse_plane; c += m.threads)
    plane[c] = coarse[row_of(half, q, b.y / 2 - 2 + c / coarse_pitch) +
                      ((b.x / 2 - 2 + c % coarse_pitch) & (half - 1))];
}

/// (P coarse) at column c of plane k of w.
inline double interpolated_in(const double* ring, int k, int c) {
  const int x = c % w_pitch;
  const int south = (c / w_pitch + 1) / 2 * coarse_pitch;
  const int north = (c / w_pitch + 2) / 2 * coarse_pitch;
  const double* here = ring + (k >> 1 & 1) * coarse_plane;
  const double* below = ring + ((k >> 1) - 1 & 1) * coarse_plane;
  const int west = (x + 1) / 2;
  const int east = (x + 2) / 2;
  const CoarseRows a{here + south, here + north, below + south, below + north};
  const double upper = 0.25 * ((a.a[west] + a.a[east]) + (a.b[west] + a.b[east]));
  if (k % 2 != 0) return upper;
  return 0.5 * (upper + 0.25 * ((a.c[west] + a.c[east]) + (a.d[west] + a.d[east])));
}

/// w = u + P coarse, out = w + C (v - A w) in a block; without u: u = 0.  Rings of four planes of
/// w, three of r, two of the coarse grid.
inline void up_block(Member m, const Block& b, const Smoother& c, const double* coarse,
                     const double* u, const double* v, double* out, double* w, double* r,
                     double* ring) {
  fetch_coarse(m, b, coarse, (b.k >> 1) - 2, ring);
  for (int s = -2; s < b.depth + 2; ++s) {
    const int ahead = b.k + s;
    if (s % 2 == 0) {
      fetch_coarse(m, b, coarse, ahead >> 1, ring);
      #pragma omp barrier
    }
    double* w_new = w + (s & 3) * w_plane;
    for (int i = m.self; i < w_plane; i += m.threads) {
      const double value = interpolated_in(ring, ahead, i);
      w_new[i] = u == nullptr ? value : value + u[b.at(ahead, i / w_pitch - 2, i % w_pitch - 2)];
    }
    #pragma omp barrier
    if (s < 0) continue;
    const double* w_here = w + ((s - 1) & 3) * w_plane;
    const double* w_below = w + ((s - 2) & 3) * w_plane;
    double* r_new = r + s % 3 * r_plane;
    for (int i = m.self; i < r_plane; i += m.threads) {
      const int y = i / r_pitch;
      const int x = i % r_pitch;
      r_new[i] = v[b.at(ahead - 1, y - 1, x - 1)] -
                 operator_at(rows_of(w_below, w_here, w_new, w_pitch, y + 1), x, x + 1, x + 2);
    }
    #pragma omp barrier
    if (s < 2) continue;
    const double* r_here = r + (s + 2) % 3 * r_plane;
    const double* r_below = r + (s + 1) % 3 * r_plane;
    for (int i = m.self; i < tile_x * tile_y; i += m.threads) {
      const int y = i / tile_x;
      const int x = i % tile_x;
      out[b.at(ahead - 2, y, x)] =
          w_below[(y + 2) * w_pitch + x + 2] +
          smoothed_at(rows_of(r_below, r_here, r_new, r_pitch, y + 1), c, x, x + 1, x + 2);
    }
  }
}

/// r = v - A u, coarse = R r in a block, where there is a coarse; returns this thread's share of
/// the sum of r^2.  Rings of three planes of u and of r.
inline double down_block(Member m, const Block& b, const double* u, const double* v, double* coarse,
                         double* planes, double* r) {
  double sum = 0;
  for (int s = -1; s < b.depth + 2; ++s) {
    const int ahead = b.k + s;
    double* u_new = planes + (s + 3) % 3 * u_plane;
    for (int i = m.self; i < u_plane; i += m.threads)
      u_new[i] = u[b.at(ahead, i / u_pitch - 1, i % u_pitch - 1)];
    #pragma omp barrier
    if (s < 1) continue;
    const double* u_here = planes + (s + 2) % 3 * u_plane;
    const double* u_below = planes + (s + 1) % 3 * u_plane;
    double* r_new = r + s % 3 * d_plane;
    for (int i = m.self; i < d_plane; i += m.threads) {
      const int y = i / d_pitch;
      const int x = i % d_pitch;
      const double value =
          v[b.at(ahead - 1, y, x)] -
          operator_at(rows_of(u_below, u_here, u_new, u_pitch, y + 1), x, x + 1, x + 2);
      r_new[i] = value;
      if (s <= b.depth && y < tile_y && x < tile_x) sum += value * value;
    }
    #pragma omp barrier
    if (coarse == nullptr || s < 3 || s % 2 == 0) continue;
    const double* r_here = r + (s + 2) % 3 * d_plane;
    const double* r_below = r + (s + 1) % 3 * d_plane;
    for (int i = m.self; i < tile_x * tile_y / 4; i += m.threads) {
      const int y = i / (tile_x / 2);
      const int x = i % (tile_x / 2);
      const Rows rows = rows_of(r_below, r_here, r_new, d_pitch, 2 * y + 1);
      coarse[row_of(b.n / 2, (ahead - 3) / 2, b.y / 2 + y) + b.x / 2 + x] =
          restricted_at(rows, 2 * x, 2 * x + 1, 2 * x + 2);
    }
  }
  return sum;
}

/// The whole cycle of the grids up to level `top`, by one team.
inline void small_cycle(Member m, int top, const Smoother& c, double* coarse_u, double* coarse_r) {
  for (int level = top; level >= 2; --level) {
    const double* r = coarse_r + offset(level);
    double* coarse = coarse_r + offset(level - 1);
    #pragma omp barrier
    for (int point = m.self; point < 1 << 3 * (level - 1); point += m.threads)
      coarse[point] = restricted_point(level, r, point);
  }
  for (int level = 1; level <= top; ++level) {
    const int points = 1 << 3 * level;
    double* u = coarse_u + offset(level);
    double* r = coarse_r + offset(level);
    const double* coarse = coarse_u + offset(level - 1);
    #pragma omp barrier
    for (int point = m.self; point < points; point += m.threads)
      u[point] = level == 1 ? 0 : interpolated_point(level, coarse, point);
    #pragma omp barrier
    for (int point = m.self; level > 1 && point < points; point += m.threads)
      r[point] = residual_point(level, u, r, point);
    #pragma omp barrier
    for (int point = m.self; point < points; point += m.threads)
      u[point] += smoothed_point(level, c, r, point);
  }
}

}  // namespace mg
