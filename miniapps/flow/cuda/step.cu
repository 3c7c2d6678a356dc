// The vendor reference: six or seven kernels a step; two numbers a step come back to the host.

#include <cstddef>
#include <utility>

#include "flow.hpp"
#include "flow_fields.hpp"
#include "flow_parts.hpp"
#include "launch.cuh"

namespace {

__global__ void __launch_bounds__(flow::block_size)
    add_up(flow::Grid grid, flow::Fields f, double* sums) {
  const auto [i, j] = flow::my_cell();
  const bool inside = i < grid.ny + 2 && j < grid.nx + 2;
  const long c = inside ? grid.at(i, j) : 0;
  const double density = league::warp_reduce(inside ? f.rho[c] : 0);
  const double energy = league::warp_reduce(inside ? f.rho[c] * f.e[c] : 0);
  if (threadIdx.x != 0) return;
  atomicAdd(sums, density);
  atomicAdd(sums + 1, energy);
}

}  // namespace

flow::Sums flow::summary(const Grid& grid, const Fields& f) {
  double* sums = f.fe;  // free here
  league::demand(cudaMemsetAsync(sums, 0, 2 * sizeof(double)), "clearing");
  add_up<<<blocks(grid), block()>>>(grid, f, sums);
  league::demand_launched();
  double both[2];
  league::demand(cudaMemcpy(both, sums, sizeof both, cudaMemcpyDeviceToHost), "copy");
  return {both[0], both[1]};
}

template <typename Real>
void Flow::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  flow::State state(cls, data);
  const flow::Grid& grid = state.grid;
  flow::Pace pace = state.pace;
  const auto n = std::size_t(grid.size);
  league::DeviceArray<Real> rho(n), e(n), mx(n), my(n), scratch(10 * n);
  rho.copy_from(state.rho.data());
  e.copy_from(state.e.data());
  mx.copy_from(state.mx.data());
  my.copy_from(state.my.data());
  // Zero, as velocities and fluxes at the walls are and stay.
  league::demand(cudaMemset(scratch.data(), 0, 10 * n * sizeof(Real)), "clearing");
  Real* a = scratch.data();
  flow::Fields f{rho.data(), e.data(),  mx.data(), my.data(), a,         a + n,     a + 2 * n,
                 a + 3 * n,  a + 4 * n, a + 5 * n, a + 6 * n, a + 7 * n, a + 8 * n, a + 9 * n};

  watch.start();
  for (int s = 0; s < cls.steps && pace.elapsed < cls.setup->sim_end; ++s) {
    const flow::Signals signals = flow::lagrange(grid, f, pace);
    pace.choose(grid.dx, grid.dy, signals, cls.setup->max_dt, s == 0);
    watch.lap("lagrange");
    flow::advection(grid, f, pace, s % 2 == 0);
    std::swap(f.rho, f.rho_next);
    pace.elapsed += pace.dt;
    watch.lap("advection");
    if (cls.summary_every > 0 && (s + 1) % cls.summary_every == 0) {
      const flow::Sums sums = flow::summary(grid, f);
      data.summaries.push_back({s + 1, pace.elapsed, pace.dt, sums.density, sums.energy});
      watch.lap("summary");
    }
  }
  watch.stop();

  if (f.rho == rho.data())
    rho.copy_to(state.rho.data());
  else
    league::demand(cudaMemcpy(state.rho.data(), f.rho, n * sizeof(Real), cudaMemcpyDeviceToHost),
                   "copy from the device");
  e.copy_to(state.e.data());
  mx.copy_to(state.mx.data());
  my.copy_to(state.my.data());
  state.end(data, state.rho.data(), pace);
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
