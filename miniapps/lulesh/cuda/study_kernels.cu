// The vendor reference: volumes and velocity gradients by one kernel, which reads the corners of
// an element once.  The other two of the four kernels are part of the one in material.cu.

#include "launch.cuh"
#include "lulesh_parts.hpp"

namespace {

using namespace lulesh;

/// Positions and velocities of the corners of an element, in registers: with all loops unrolled no
/// place in the table is known at run time only.
struct Held {
  double of_corner[6][8];

  __device__ explicit Held(const ListedCorners& corners) {
    #pragma unroll
    for (int field = 0; field < 6; ++field)
      #pragma unroll
      for (int k = 0; k < 8; ++k) of_corner[field][k] = corners(field, k);
  }
  __device__ double operator()(int field, int k) const { return of_corner[field][k]; }
};

// Three blocks at a time leave 168 registers: all but a few of what the compiler would take.
__global__ void __launch_bounds__(threads, 3)
    follow(Mesh m, double* f, const int* __restrict__ lists, double dt) {
  const int e = my_index();
  if (e >= m.elements) return;
  const Held corners(listed(m, f, lists, e));
  lagrange_element(m, f, dt, e, corners);
  q_gradient(m, f, e, corners);
}

}  // namespace

void lulesh::lagrange_elements(const Mesh& m, double* f, const int* lists, double dt) {
  follow<<<blocks_for(m.elements), threads>>>(m, f, lists, dt);
  league::demand_launched();
}
