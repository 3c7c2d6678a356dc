// A band of rows at a time: a pass goes upwards through the rows once and keeps, of all that lies
// between the phases, only the few rows that it still needs.  Rows between two bands are computed
// by both, so that nobody waits.
#pragma once

#include "flow_parts.hpp"
#include "flow_rows.hpp"

namespace flow {

/// Pressure, viscosity and heating.  Row r is finished when its pressure, viscosity and energy are
/// known; that needs velocities up to row r + 3, so that the velocities run ahead.
LEAGUE_PORTABLE inline Signals lagrange_band(const Grid& grid, const Fields& f, const Pace& pace,
                                             int number) {
  const Band band(grid, number, f.bands);
  const Factors k(grid, pace);
  Space space(f, grid, number, Space::lagrange);
  const auto v_before = space.ring<4>(0);
  const auto qy = space.ring<2>(4);
  const auto v_above = space.ring<1>(6), u_before = space.ring<1>(7), qx = space.ring<1>(8);
  const auto fastest_x = space.ring<1>(9), fastest_y = space.ring<1>(10);
  clear(grid, fastest_x[0]);
  clear(grid, fastest_y[0]);

  for (int ahead = band.begin - 2; ahead < band.end + 3; ++ahead) {
    const long a = grid.at(ahead, 0);
    if (is_inner_side(grid, ahead))
      accelerate_row(grid, f.rho + a, f.e + a, f.my + a, grid.pitch, k.y, v_before[ahead]);
    else
      clear(grid, v_before[ahead]);

    const int side = ahead - 2;  // here viscosity acts
    if (side < band.begin - 1) continue;
    const Row rho_side = f.rho + grid.at(side, 0);
    if (is_cell(grid, side))
      viscosity_y_row(grid, rho_side, four_rows(v_before, side + 1), qy[side]);
    if (side < band.begin) continue;
    // The row above the last one is another band's, which computes it as well.
    double* v = side < band.end ? f.v + grid.at(side, 0) : v_above[side];
    if (is_inner_side(grid, side))
      slow_row(grid, rho_side, grid.pitch, v_before[side], qy[side], qy[side - 1], k.y, v);
    else
      clear(grid, v);
    if (side < band.end) mirror_sides(grid, f.v, side);

    const int r = side - 1;  // this row becomes warm
    if (r < band.begin) continue;
    const long row = grid.at(r, 0);
    const Row rho = f.rho + row;
    double* q = qx[0];
    accelerate_row(grid, rho, f.e + row, f.mx + row, 1, k.x, u_before[0]);
    viscosity_x_row(grid, rho, u_before[0], q);
    q[1] = q[2];
    slow_row(grid, rho, 1, u_before[0], q, q - 1, k.x, f.u + row);
    mirror_ends(grid, f.u, r);
    heat_row(grid, pace.dt_half, rho, f.e + row, q, qy[r], f.u + row, f.v + row, v, f.e_mid + row,
             fastest_x[0], fastest_y[0]);
    mirror_both(grid, f.e_mid, r);
  }
  return {largest_of_row(grid, fastest_x[0]), largest_of_row(grid, fastest_y[0])};
}

/// Along x first: a row is finished two rows behind the sweep along x.
LEAGUE_PORTABLE inline void x_then_y_band(const Grid& grid, const Fields& f, const Pace& pace,
                                          int number) {
  const Band band(grid, number, f.bands);
  const Factors k(grid, pace);
  Space space(f, grid, number, Space::x_then_y);
  const auto rho_mid = space.ring<4>(0), e_mid = space.ring<4>(4), fx = space.ring<4>(8);
  const auto fy = space.ring<2>(12), fey = space.ring<2>(14), xy = space.ring<2>(16);
  const auto yy = space.ring<2>(18), u = space.ring<2>(20);
  const auto fex = space.ring<1>(22), v = space.ring<1>(23), xx = space.ring<1>(24);
  const auto yx = space.ring<1>(25), rho_below = space.ring<1>(26), unused = space.ring<1>(27);

  for (int ahead = band.begin - 3; ahead < band.end + 2; ++ahead) {
    const long a = grid.at(ahead, 0);
    if (is_cell(grid, ahead)) {
      flux_x_row(grid, k, f.rho + a, f.e_mid + a, f.u + a, fx[ahead], fex[0]);
      SweptRow{f.rho + a, f.rho + a,  f.e_mid + a,    fx[ahead],   fx[ahead] + 1,
               fex[0],    fex[0] + 1, rho_mid[ahead], e_mid[ahead]}
          .compute(grid, true, k.x_half);
    }
    if (ahead == 2 || ahead == grid.ny + 2) {  // mirror images behind the walls
      const int from = ahead == 2 ? 2 : grid.ny + 1;
      const int to = ahead == 2 ? 1 : grid.ny + 2;
      copy(grid, rho_mid[from], rho_mid[to]);
      copy(grid, e_mid[from], e_mid[to]);
    }

    const int side = ahead - 1;  // here mass and x momentum cross lower sides
    if (side < band.begin - 1) continue;
    const long b = grid.at(side, 0);
    if (is_inner_side(grid, side)) {
      flux_y_row(grid, k, four_rows(rho_mid, side), four_rows(e_mid, side), f.v + b, fy[side],
                 fey[side]);
      xy_row(grid, k.y_half, four_rows(f.u, grid, side), f.v + b, fy[side], xy[side]);
    } else {
      clear(grid, fy[side]);
      clear(grid, fey[side]);
      clear(grid, xy[side]);
    }

    const int r = ahead - 2;  // this row gets its new state, or is the one below the first
    if (r < band.begin - 1 || !is_cell(grid, r)) continue;
    const long row = grid.at(r, 0);
    const bool mine = r >= band.begin;
    double* rho = mine ? f.rho_next + row : rho_below[0];
    double* e = mine ? f.e + row : unused[0];
    SweptRow{f.rho + row, rho_mid[r], e_mid[r], fy[r], fy[r + 1], fey[r], fey[r + 1], rho, e}
        .compute(grid, false, k.y_half);
    velocity_row(grid, 3, f.rho + row, 1, f.u + row, xy[r], xy[r + 1], k.y_half, rho, rho - 1,
                 u[r]);
    yy_row(grid, k.y_half, four_rows(f.v, grid, r + 1), fy[r], fy[r + 1], yy[r]);
    if (!mine) continue;
    mirror_both(grid, f.rho_next, r);
    mirror_both(grid, f.e, r);
    xx_row(grid, k.x_half, u[r], fx[r], xx[0]);
    momentum_row(grid, 3, u[r], xx[0] - 1, xx[0], k.x_half, rho, rho - 1, f.mx + row);
    if (r == 2) continue;  // its lower side is a wall
    const Row below = r > band.begin ? rho - grid.pitch : rho_below[0];
    velocity_row(grid, 2, f.rho + row, grid.pitch, f.v + row, yy[r - 1], yy[r], k.y_half, rho,
                 below, v[0]);
    mirror_sides(grid, v[0], 0);
    yx_row(grid, k.x_half, v[0], u[r - 1], u[r], fx[r - 1], fx[r], yx[0]);
    momentum_row(grid, 2, v[0], yx[0], yx[0] + 1, k.x_half, rho, below, f.my + row);
  }
}

/// Along y first: momentum is finished two rows behind the sweep along x.
LEAGUE_PORTABLE inline void y_then_x_band(const Grid& grid, const Fields& f, const Pace& pace,
                                          int number) {
  const Band band(grid, number, f.bands);
  const Factors k(grid, pace);
  Space space(f, grid, number, Space::y_then_x);
  const auto fy = space.ring<4>(0), rho_next = space.ring<4>(4);
  const auto u = space.ring<4>(8), v = space.ring<4>(12);
  const auto fey = space.ring<2>(16), fx = space.ring<2>(18);
  const auto xy = space.ring<2>(20), yy = space.ring<2>(22);
  const auto fex = space.ring<1>(24), rho_mid = space.ring<1>(25), e_mid = space.ring<1>(26);
  const auto xx = space.ring<1>(27), yx = space.ring<1>(28), e_next = space.ring<1>(29);

  for (int ahead = band.begin - 4; ahead < band.end + 2; ++ahead) {
    const int side = ahead + 1;
    const long b = grid.at(side, 0);
    if (is_inner_side(grid, side)) {
      flux_y_row(grid, k, four_rows(f.rho, grid, side), four_rows(f.e_mid, grid, side), f.v + b,
                 fy[side], fey[side]);
    } else {
      clear(grid, fy[side]);
      clear(grid, fey[side]);
    }
    if (ahead < band.begin - 3) continue;
    const long a = grid.at(ahead, 0);
    if (is_cell(grid, ahead)) {
      SweptRow{f.rho + a,  f.rho + a, f.e_mid + a, fy[ahead], fy[side],
               fey[ahead], fey[side], rho_mid[0],  e_mid[0]}
          .compute(grid, true, k.y_half);
      mirror_sides(grid, rho_mid[0], 0);
      mirror_sides(grid, e_mid[0], 0);
      flux_x_row(grid, k, rho_mid[0], e_mid[0], f.u + a, fx[ahead], fex[0]);
      double* rho = rho_next[ahead];
      double* e = band.has(ahead) ? f.e + a : e_next[0];
      SweptRow{f.rho + a, rho_mid[0], e_mid[0], fx[ahead], fx[ahead] + 1,
               fex[0],    fex[0] + 1, rho,      e}
          .compute(grid, false, k.x_half);
      if (band.has(ahead)) {
        copy(grid, rho, f.rho_next + a);
        mirror_both(grid, f.rho_next, ahead);
        mirror_both(grid, f.e, ahead);
      }
      xx_row(grid, k.x_half, f.u + a, fx[ahead], xx[0]);
      velocity_row(grid, 3, f.rho + a, 1, f.u + a, xx[0] - 1, xx[0], k.x_half, rho, rho - 1,
                   u[ahead]);
      if (ahead == 2) copy(grid, u[2], u[1]);
    }
    if (ahead == grid.ny + 2) copy(grid, u[ahead - 1], u[ahead]);
    if (is_inner_side(grid, ahead) && ahead > band.begin - 3) {
      yx_row(grid, k.x_half, f.v + a, u[ahead - 1], u[ahead], fx[ahead - 1], fx[ahead], yx[0]);
      velocity_row(grid, 2, f.rho + a, grid.pitch, f.v + a, yx[0], yx[0] + 1, k.x_half,
                   rho_next[ahead], rho_next[ahead - 1], v[ahead]);
    } else {
      clear(grid, v[ahead]);
    }

    const int corner = ahead - 1;
    if (corner >= band.begin && is_inner_side(grid, corner))
      xy_row(grid, k.y_half, four_rows(u, corner), f.v + grid.at(corner, 0), fy[corner],
             xy[corner]);
    else
      clear(grid, xy[corner]);
    const int r = ahead - 2;
    if (r < band.begin - 1 || !is_cell(grid, r)) continue;
    yy_row(grid, k.y_half, four_rows(v, r + 1), fy[r], fy[r + 1], yy[r]);
    if (r < band.begin) continue;
    const long row = grid.at(r, 0);
    momentum_row(grid, 3, u[r], xy[r], xy[r + 1], k.y_half, rho_next[r], rho_next[r] - 1,
                 f.mx + row);
    if (r > 2)
      momentum_row(grid, 2, v[r], yy[r - 1], yy[r], k.y_half, rho_next[r], rho_next[r - 1],
                   f.my + row);
  }
}

/// Both sweeps, in the order of the step.
LEAGUE_PORTABLE inline void advection_band(const Grid& grid, const Fields& f, const Pace& pace,
                                           int number, bool x_first) {
  if (x_first)
    x_then_y_band(grid, f, pace, number);
  else
    y_then_x_band(grid, f, pace, number);
}

}  // namespace flow
