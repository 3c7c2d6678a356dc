// The vendor reference: a thread a cell, or a block of four cells on top of each other.

#include "launch.cuh"

namespace {

struct SetConductivity {
  tea::Fields f;
  __device__ void operator()(long c) const {
    const int k = int(c / f.mesh.pitch) - 1;
    const int j = int(c % f.mesh.pitch);
    tea::set_conductivity(f.mesh, f.nx, f.ny, k, j, f.inverse_density, f.density, f.v);
  }
};

struct Invert {
  tea::Mesh m;
  const double* v;
  double* inverse;
  __device__ void operator()(long c) const { inverse[c] = 1 / tea::diagonal(m, v, c); }
};

struct Scale {
  const double* inverse;
  const double* from;
  double* to;
  __device__ void operator()(long c) const { to[c] = from[c] * inverse[c]; }
};

__global__ void factor(tea::Fields f) {
  const int j = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int k = int(blockIdx.y) * tea::strip;
  if (j >= f.nx) return;
  const int cells = min(tea::strip, f.ny - k);
  tea::factor_block(f.mesh, f.v, (k + 1) * f.mesh.pitch + j, cells, f.reciprocal, f.upper);
}

__global__ void solve(tea::Fields f, const double* from, double* to) {
  const int j = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int k = int(blockIdx.y) * tea::strip;
  if (j >= f.nx) return;
  const int cells = min(tea::strip, f.ny - k);
  tea::solve_block(f.mesh, f.v, f.reciprocal, f.upper, (k + 1) * f.mesh.pitch + j, cells, from, to);
}

dim3 strips(const tea::Fields& f) {
  return {tea::blocks_along(f.nx, tea::threads), tea::blocks_along(f.ny, tea::strip), 1};
}

}  // namespace

void tea::set_up(Fields& f, bool wants_inverse) {
  launch(f, SetConductivity{f});
  if (wants_inverse) launch(f, Invert{f.mesh, f.v, f.inverse});
  if (f.preconditioner == jac_block) {
    factor<<<strips(f), threads>>>(f);
    league::demand_launched();
  }
}

void tea::precondition(Fields& f, const double* from, double* to) {
  if (f.preconditioner == jac_diag) {
    launch(f, Scale{f.inverse, from, to});
    return;
  }
  solve<<<strips(f), threads>>>(f, from, to);
  league::demand_launched();
}
