// The vendor reference: viscosity, braking and heating in one kernel that stores nothing between
// them.

#include "flow_body_fused.hpp"
#include "flow_parts.hpp"
#include "launch.cuh"

namespace {

__global__ void __launch_bounds__(flow::block_size)
    pressure(flow::Grid grid, flow::Fields f, flow::Factors k) {
  const auto [i, j] = flow::my_cell();
  if (i < grid.ny + 2 && j < grid.nx + 2) flow::accelerate_at(grid, f, k, i, j);
}

__global__ void __launch_bounds__(flow::block_size)
    heating(flow::Grid grid, flow::Fields f, flow::Factors k, double dt_half, double* fastest) {
  const auto [i, j] = flow::my_cell();
  double along_x = 0;
  double along_y = 0;
  if (i < grid.ny + 2 && j < grid.nx + 2) {
    const flow::Signals found = flow::heat_at(grid, f, k, dt_half, i, j);
    along_x = found.x;
    along_y = found.y;
  }
  flow::keep_largest(along_x, fastest);
  flow::keep_largest(along_y, fastest + 1);
}

}  // namespace

flow::Signals flow::lagrange(const Grid& grid, const Fields& f, const Pace& pace) {
  double* fastest = f.fe;  // free here; two numbers
  league::demand(cudaMemsetAsync(fastest, 0, 2 * sizeof(double)), "clearing");
  pressure<<<blocks(grid), block()>>>(grid, f, Factors(grid, pace));
  league::demand_launched();
  heating<<<blocks(grid), block()>>>(grid, f, Factors(grid, pace), pace.dt_half, fastest);
  league::demand_launched();
  Signals signals;
  league::demand(cudaMemcpy(&signals.x, fastest, sizeof(double), cudaMemcpyDeviceToHost), "copy");
  league::demand(cudaMemcpy(&signals.y, fastest + 1, sizeof(double), cudaMemcpyDeviceToHost),
                 "copy");
  return signals;
}
