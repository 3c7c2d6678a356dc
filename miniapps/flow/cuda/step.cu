// The vendor reference: six or seven kernels a step; two numbers a step come back to the host.

#include <cstddef>

#include "flow.hpp"
#include "flow_steps.hpp"
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
  const auto n = std::size_t(state.grid.size);
  const std::size_t more = flow::scratch_of_phases * n;
  league::DeviceArray<Real> rho(n), e(n), mx(n), my(n), scratch(more);
  rho.copy_from(state.rho.data());
  e.copy_from(state.e.data());
  mx.copy_from(state.mx.data());
  my.copy_from(state.my.data());
  league::demand(cudaMemset(scratch.data(), 0, more * sizeof(Real)), "clearing");
  flow::Fields f = flow::fields_of_phases(state.grid, rho.data(), e.data(), mx.data(), my.data(),
                                          scratch.data());

  watch.start();
  flow::advance(cls, state, f, data.summaries, watch);
  watch.stop();
  league::demand(cudaMemcpy(state.rho.data(), f.rho, n * sizeof(Real), cudaMemcpyDeviceToHost),
                 "copy from the device");
  e.copy_to(state.e.data());
  mx.copy_to(state.mx.data());
  my.copy_to(state.my.data());
  state.end(data, state.rho.data());
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
