// The vendor reference: fluxes are computed on both sides of a cell and never stored twice; both
// momenta are updated in one kernel wherever one does not wait for the other.

#include "flow_body_fused.hpp"
#include "flow_parts.hpp"
#include "launch.cuh"

namespace {

template <bool along_x, bool first>
__global__ void __launch_bounds__(flow::block_size)
    sweep(flow::Grid grid, flow::Fields f, flow::Factors k) {
  const auto [i, j] = flow::my_cell();
  if (i < grid.ny + 2 && j < grid.nx + 2) flow::sweep_at(grid, {grid, f, k, along_x, first}, i, j);
}

// Which velocity is new after the first update, which after the second: x goes first.
enum class Turn { both_velocities, both_momenta, u, mx_and_v, my };

template <Turn turn>
__global__ void __launch_bounds__(flow::block_size)
    update(flow::Grid grid, flow::Fields f, flow::Factors k) {
  const auto [i, j] = flow::my_cell();
  if (i >= grid.ny + 2 || j >= grid.nx + 2) return;
  if (turn == Turn::both_velocities || turn == Turn::u)
    flow::update_velocity_at(grid, flow::velocity_x(grid, f, k, turn == Turn::u), i, j);
  if (turn == Turn::both_momenta || turn == Turn::mx_and_v)
    flow::update_momentum_at(grid, flow::momentum_x(grid, f, k, turn == Turn::both_momenta), i, j);
  if (turn == Turn::both_velocities || turn == Turn::mx_and_v)
    flow::update_velocity_at(grid, flow::velocity_y(grid, f, k, turn == Turn::both_velocities), i,
                             j);
  if (turn == Turn::both_momenta || turn == Turn::my)
    flow::update_momentum_at(grid, flow::momentum_y(grid, f, k, turn == Turn::my), i, j);
}

template <Turn turn>
void launch_update(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k) {
  update<turn><<<flow::blocks(grid), flow::block()>>>(grid, f, k);
  league::demand_launched();
}

template <bool along_x, bool first>
void launch_sweep(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k) {
  sweep<along_x, first><<<flow::blocks(grid), flow::block()>>>(grid, f, k);
  league::demand_launched();
}

}  // namespace

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  const Factors k(grid, pace);
  if (x_first) {
    launch_sweep<true, true>(grid, f, k);
    launch_sweep<false, false>(grid, f, k);
    launch_update<Turn::both_velocities>(grid, f, k);
    launch_update<Turn::both_momenta>(grid, f, k);
  } else {
    launch_sweep<false, true>(grid, f, k);
    launch_sweep<true, false>(grid, f, k);
    launch_update<Turn::u>(grid, f, k);
    launch_update<Turn::mx_and_v>(grid, f, k);
    launch_update<Turn::my>(grid, f, k);
  }
}
