// The vendor reference: fluxes are computed on both sides of a cell and never stored twice; both
// momenta are updated in one kernel wherever one does not wait for the other.

#include "flow_body.hpp"
#include "flow_parts.hpp"
#include "launch.cuh"

namespace {

template <bool along_x, bool first>
__global__ void __launch_bounds__(flow::block_size)
    sweep(flow::Grid grid, flow::Fields f, double k, double k_half) {
  const auto [i, j] = flow::my_cell();
  if (i >= grid.ny + 2 || j >= grid.nx + 2) return;
  const long s = along_x ? 1 : grid.pitch;
  const double* w = along_x ? f.u : f.v;
  const double* rho = first ? f.rho : f.rho_mid;
  const double* e = first ? f.e : f.e_mid;
  const long c = grid.at(i, j);
  const long b = c + s;
  const flow::Flux in = flow::flux(rho + c, e + c, w + c, s, k, k_half, along_x);
  const flow::Flux out = flow::flux(rho + b, e + b, w + b, s, k, k_half, along_x);
  const flow::Cell cell = flow::swept(f.rho[c], rho[c], e[c], in, out, first, k_half);
  (along_x ? f.fx : f.fy)[c] = in.mass;
  flow::store_with_both(grid, first ? f.rho_mid : f.rho_next, i, j, cell.rho);
  flow::store_with_both(grid, first ? f.e_mid : f.e, i, j, cell.e);
}

// Momentum at a side (s between its cells) that has lost something, as a velocity.
__device__ double velocity_left(const flow::Fields& f, long c, long s, double q, double lost) {
  return flow::velocity(flow::between(f.rho + c, s) * q - lost, flow::between(f.rho_next + c, s));
}

// Which velocity is new after the first update, which after the second: x goes first.
enum class Turn { both_velocities, both_momenta, u, mx_and_v, my };

template <Turn turn>
__global__ void __launch_bounds__(flow::block_size)
    update(flow::Grid grid, flow::Fields f, double kx, double ky) {
  const auto [i, j] = flow::my_cell();
  if (i >= grid.ny + 2 || j >= grid.nx + 2) return;
  const long p = grid.pitch;
  const long c = grid.at(i, j);
  const double *u = f.u + c, *v = f.v + c, *fx = f.fx + c, *fy = f.fy + c;
  const double *u_new = f.u_aside + c, *v_new = f.v_aside + c;
  if (j > 2) {  // the left side is no wall
    if (turn == Turn::both_velocities)
      flow::store_with_ends(grid, f.u_aside, i, j,
                            velocity_left(f, c, 1, u[0], flow::lost_across(u, v, fy, p, 1, ky)));
    if (turn == Turn::u)
      flow::store_with_ends(grid, f.u_aside, i, j,
                            velocity_left(f, c, 1, u[0], flow::lost_along(u, fx, 1, kx)));
    if (turn == Turn::both_momenta)
      f.mx[c] = flow::between(f.rho_next + c, 1) * u_new[0] - flow::lost_along(u_new, fx, 1, kx);
    if (turn == Turn::mx_and_v)
      f.mx[c] =
          flow::between(f.rho_next + c, 1) * u_new[0] - flow::lost_across(u_new, v, fy, p, 1, ky);
  }
  if (i > 2) {  // nor is the lower one
    if (turn == Turn::both_velocities)
      flow::store_with_sides(grid, f.v_aside, i, j,
                             velocity_left(f, c, p, v[0], flow::lost_along(v, fy, p, ky)));
    if (turn == Turn::mx_and_v)
      flow::store_with_sides(
          grid, f.v_aside, i, j,
          velocity_left(f, c, p, v[0], flow::lost_across(v, u_new, fx, 1, p, kx)));
    if (turn == Turn::both_momenta)
      f.my[c] = flow::between(f.rho_next + c, p) * v_new[0] -
                flow::lost_across(v_new, u_new, fx, 1, p, kx);
    if (turn == Turn::my)
      f.my[c] = flow::between(f.rho_next + c, p) * v_new[0] - flow::lost_along(v_new, fy, p, ky);
  }
}

template <Turn turn>
void launch_update(const flow::Grid& grid, const flow::Fields& f, double kx, double ky) {
  update<turn><<<flow::blocks(grid), flow::block()>>>(grid, f, kx, ky);
  league::demand_launched();
}

template <bool along_x, bool first>
void launch_sweep(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace) {
  const double h = along_x ? grid.dx : grid.dy;
  sweep<along_x, first>
      <<<flow::blocks(grid), flow::block()>>>(grid, f, pace.dt / h, pace.dt_half / h);
  league::demand_launched();
}

}  // namespace

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  const double kx = pace.dt_half / grid.dx;
  const double ky = pace.dt_half / grid.dy;
  if (x_first) {
    launch_sweep<true, true>(grid, f, pace);
    launch_sweep<false, false>(grid, f, pace);
    launch_update<Turn::both_velocities>(grid, f, kx, ky);
    launch_update<Turn::both_momenta>(grid, f, kx, ky);
  } else {
    launch_sweep<false, true>(grid, f, pace);
    launch_sweep<true, false>(grid, f, pace);
    launch_update<Turn::u>(grid, f, kx, ky);
    launch_update<Turn::mx_and_v>(grid, f, kx, ky);
    launch_update<Turn::my>(grid, f, kx, ky);
  }
}
