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

// Velocities at both sides of a cell after viscosity, and its own viscosity.
struct Braked {
  double before;
  double behind;
  double q;
};

// `place` is the cell's in its row or column, of `count`: walls stand still.
__device__ Braked brake(const double* rho, const double* u, long s, double k, int place,
                        int count) {
  const double q0 = flow::viscous_pressure(rho[-s], u - s, s);
  const double q1 = flow::viscous_pressure(rho[0], u, s);
  const double q2 = flow::viscous_pressure(rho[s], u + s, s);
  const double before = u[0] - flow::velocity(k * (q1 - q0), flow::between(rho, s));
  const double behind = u[s] - flow::velocity(k * (q2 - q1), flow::between(rho + s, s));
  return {place == 2 ? 0 : before, place == count + 1 ? 0 : behind, q1};
}

__global__ void __launch_bounds__(flow::block_size)
    heating(flow::Grid grid, flow::Fields f, flow::Pace pace, double* fastest) {
  const auto [i, j] = flow::my_cell();
  double along_x = 0;
  double along_y = 0;
  if (i < grid.ny + 2 && j < grid.nx + 2) {
    const long c = grid.at(i, j);
    const Braked x = brake(f.rho + c, f.u_aside + c, 1, pace.dt / grid.dx, j, grid.nx);
    const Braked y = brake(f.rho + c, f.v_aside + c, grid.pitch, pace.dt / grid.dy, i, grid.ny);
    flow::store_with_ends(grid, f.u, i, j, x.before);
    flow::store_with_sides(grid, f.v, i, j, y.before);
    const double warm = flow::heated(f.rho[c], f.e[c], x.q, y.q, (x.behind - x.before) / grid.dx,
                                     (y.behind - y.before) / grid.dy, pace.dt_half);
    flow::store_with_both(grid, f.e, i, j, warm);
    along_x = flow::signal(f.rho[c], warm, x.q);
    along_y = flow::signal(f.rho[c], warm, y.q);
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
  heating<<<blocks(grid), block()>>>(grid, f, pace, fastest);
  league::demand_launched();
  Signals signals;
  league::demand(cudaMemcpy(&signals.x, fastest, sizeof(double), cudaMemcpyDeviceToHost), "copy");
  league::demand(cudaMemcpy(&signals.y, fastest + 1, sizeof(double), cudaMemcpyDeviceToHost),
                 "copy");
  return signals;
}
