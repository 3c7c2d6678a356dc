// What the host does: every thread goes through its rows once; of what lies between the phases it
// keeps only the few rows that it still needs.

#include "flow_parts.hpp"
#include "rows.hpp"

// Row r is finished when its pressure, viscosity and energy are known; that needs velocities up to
// row r + 3, so that the velocities run ahead.
flow::Signals flow::lagrange(const Grid& grid, const Fields& f, const Pace& pace) {
  double fastest_x = 0;
  double fastest_y = 0;
  #pragma omp parallel reduction(max : fastest_x, fastest_y)
  {
    const Share share = Share::mine(grid);
    const Factors k(grid, pace);
    Space space(f.fe, grid.pitch, Space::lagrange);
    const auto v_before = space.ring<4>();
    const auto qy = space.ring<2>();
    const auto v_above = space.ring<1>();
    const auto u_before = space.ring<1>();
    const auto qx = space.ring<1>();

    for (int ahead = share.begin - 2; ahead < share.end + 3 && share.begin < share.end; ++ahead) {
      const long a = grid.at(ahead, 0);
      if (is_inner_side(grid, ahead))
        accelerate_row(grid, f.rho + a, f.e + a, f.my + a, grid.pitch, k.y, v_before[ahead]);
      else
        clear(grid, v_before[ahead]);

      const int side = ahead - 2;  // here viscosity acts
      if (side < share.begin - 1) continue;
      const Row rho_side = f.rho + grid.at(side, 0);
      if (is_cell(grid, side)) {
        const FourRows v{v_before[side - 1], v_before[side], v_before[side + 1],
                         v_before[side + 2]};
        double* q = qy[side];
        #pragma omp simd
        for (int j = 2; j < grid.nx + 2; ++j)
          q[j] = viscous_pressure(rho_side[j], v.a[j], v.b[j], v.c[j], v.d[j]);
      }
      if (side < share.begin) continue;
      // The row above the last one is another thread's, which computes it as well.
      double* v = side < share.end ? f.v + grid.at(side, 0) : v_above[side];
      if (is_inner_side(grid, side)) {
        const Row before = v_before[side];
        const Row q = qy[side];
        const Row q_below = qy[side - 1];
        #pragma omp simd
        for (int j = 2; j < grid.nx + 2; ++j)
          v[j] = before[j] - velocity(k.y * (q[j] - q_below[j]), between(rho_side + j, grid.pitch));
      } else {
        clear(grid, v);
      }
      if (side < share.end) mirror_sides(grid, f.v, side);

      const int r = side - 1;  // this row becomes warm
      if (r < share.begin) continue;
      const long row = grid.at(r, 0);
      const Row rho = f.rho + row;
      double* before = u_before[0];
      double* q = qx[0];
      double* u = f.u + row;
      accelerate_row(grid, rho, f.e + row, f.mx + row, 1, k.x, before);
      #pragma omp simd
      for (int j = 2; j < grid.nx + 2; ++j) q[j] = viscous_pressure(rho[j], before + j, 1);
      q[1] = q[2];
      #pragma omp simd
      for (int j = 2; j < grid.nx + 2; ++j) u[j] = slowed(rho + j, before + j, q + j, 1, k.x);
      mirror_ends(grid, f.u, r);

      const Row e = f.e + row;
      const Row q_up = qy[r];
      const Row v_here = f.v + row;
      double* to_e = f.e_mid + row;
      #pragma omp simd reduction(max : fastest_x, fastest_y)
      for (int j = 2; j < grid.nx + 2; ++j) {
        const double along_x = (u[j + 1] - u[j]) / grid.dx;
        const double along_y = (v[j] - v_here[j]) / grid.dy;
        const double warm = heated(rho[j], e[j], q[j], q_up[j], along_x, along_y, pace.dt_half);
        to_e[j] = warm;
        fastest_x = greater(fastest_x, signal(rho[j], warm, q[j]));
        fastest_y = greater(fastest_y, signal(rho[j], warm, q_up[j]));
      }
      mirror_both(grid, f.e_mid, r);
    }
  }
  return {fastest_x, fastest_y};
}
