// The vendor reference: viscosity and time step in one kernel; the shortest is found by warps.

#include "cloverleaf_fused.hpp"
#include "cloverleaf_parts.hpp"
#include "launch.cuh"

namespace {

using namespace clover;

__global__ void time_steps(Grid g, double* f, int set, unsigned long long* shortest) {
  const int j = my_column();
  const int k = my_row();
  double mine = huge;
  if (j <= g.nx && k <= g.ny) mine = time_step_at(g, f, set, j, k);
  for (int distance = 16; distance > 0; distance /= 2)
    mine = smaller(mine, __shfl_xor_sync(0xffffffffU, mine, distance));
  // Numbers above zero are ordered as their bits are.
  if (my_lane() == 0)
    atomicMin(shortest, static_cast<unsigned long long>(__double_as_longlong(mine)));
}

}  // namespace

double clover::time_step(const Grid& g, double* f, int set) {
  double* slot = slots_of(g, f);
  double shortest = huge;
  league::demand(cudaMemcpy(slot, &shortest, sizeof shortest, cudaMemcpyHostToDevice), "reset");
  time_steps<<<blocks_for(g.nx, g.ny), block_shape()>>>(
      g, f, set, reinterpret_cast<unsigned long long*>(slot));
  league::demand_launched();
  league::demand(cudaMemcpy(&shortest, slot, sizeof shortest, cudaMemcpyDeviceToHost), "time step");
  return shortest;
}
