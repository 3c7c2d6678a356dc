// The vendor reference: viscosity and time step in one kernel; the shortest is found by blocks.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"
#include "launch.cuh"

namespace {

using namespace clover;

__global__ void __launch_bounds__(threads)
    time_steps(Grid g, double* f, int set, unsigned long long* shortest) {
  const int j = my_column();
  const int k = my_row();
  double mine = huge;
  if (j <= g.nx && k <= g.ny) mine = time_step_at(g, f, set, j, k);
  const double least =
      league::block_reduce<threads>(mine, [](double a, double b) { return smaller(a, b); });
  // Numbers above zero are ordered as their bits are.
  if (my_thread() == 0)
    atomicMin(shortest, static_cast<unsigned long long>(__double_as_longlong(least)));
}

}  // namespace

double clover::time_step(const Grid& g, double* f, int set) {
  double* slot = slots_of(g, f);
  double shortest = huge;
  // Bytes of 0x7f make 1.4e306, which is longer than any step.
  league::demand(cudaMemsetAsync(slot, 0x7f, sizeof shortest), "reset");
  time_steps<<<blocks_for(g.nx, g.ny), block_shape()>>>(
      g, f, set, reinterpret_cast<unsigned long long*>(slot));
  league::demand_launched();
  league::demand(cudaMemcpy(&shortest, slot, sizeof shortest, cudaMemcpyDeviceToHost), "time step");
  return shortest;
}
