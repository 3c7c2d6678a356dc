// The vendor reference: three kernels, gas and fluxes in one of them.

#include "cloverleaf_fused.hpp"
#include "cloverleaf_parts.hpp"
#include "launch.cuh"

namespace {

using namespace clover;

__global__ void predict_all(Grid g, double* f, int set, double dt) {
  const int j = my_column();
  const int k = my_row();
  if (j <= g.nx && k <= g.ny) predict_at(g, f, set, j, k, dt);
}

__global__ void accelerate_all(Grid g, double* f, int set, double dt) {
  const int j = my_column();
  const int k = my_row();
  if (j <= g.nx + 1 && k <= g.ny + 1) accelerate_at(g, f, set, j, k, dt);
}

__global__ void correct_all(Grid g, double* f, int set, double dt) {
  const int j = my_column();
  const int k = my_row();
  if (j <= g.nx + 1 && k <= g.ny + 1) correct_at(g, f, set, j, k, dt);
}

}  // namespace

void clover::lagrange(const Grid& g, double* f, int set, double dt) {
  predict_all<<<blocks_for(g.nx, g.ny), block_shape()>>>(g, f, set, dt);
  league::demand_launched();
  accelerate_all<<<blocks_for(g.nx + 1, g.ny + 1), block_shape()>>>(g, f, set, dt);
  league::demand_launched();
  correct_all<<<blocks_for(g.nx + 1, g.ny + 1), block_shape()>>>(g, f, set, dt);
  league::demand_launched();
}
