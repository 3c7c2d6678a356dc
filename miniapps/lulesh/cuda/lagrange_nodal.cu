// The vendor reference: a thread finds the forces of an element, an axis at a time, and leaves them
// in one place per corner; then a thread per node collects eight of them.  Fixed order, no atomics.

#include "launch.cuh"
#include "lulesh_parts.hpp"

namespace {

using namespace lulesh;

/// Forces of the pressure on a thread's element, in shared memory until the others are known: in
/// registers they would not leave room for a third block.
struct Shelf {
  volatile double* mine;

  __device__ void put(int axis, const Corners& a) const {
    const double all[] = {a.a0, a.a1, a.a2, a.a3, a.a4, a.a5, a.a6, a.a7};
    #pragma unroll
    for (int k = 0; k < 8; ++k) mine[(8 * axis + k) * threads] = all[k];
  }
  __device__ Corners along(int axis) const {
    const auto at = [&](int k) { return mine[(8 * axis + k) * threads]; };
    return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)};
  }
};

__global__ void __launch_bounds__(threads, 3)
    push(Mesh m, double* f, const int* __restrict__ lists) {
  __shared__ double shelves[24][threads];
  const int e = my_index();
  if (e >= m.elements) return;
  const ListedCorners corners = listed(m, f, lists, e);
  const CornerVectors r = positions(corners);
  const auto [p, c, size] = strain_of(m, f, e);
  const Shelf pushed{&shelves[0][threadIdx.x]};
  pushed.put(0, pressure_force(p, r.y, r.z));
  pushed.put(1, pressure_force(p, r.z, r.x));
  pushed.put(2, pressure_force(p, r.x, r.y));
  const Hourglass h = hourglass(r, size);
  #pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    const Corners v = at_corners(3 + axis, corners);
    store_corners(f + m.corner_force(axis) + e, m.ne,
                  shifted(damping(h, c, v), 1.0, pushed.along(axis)));
  }
}

__global__ void __launch_bounds__(threads)
    move(Mesh m, double* f, const int* __restrict__ lists, double dt) {
  const int n = my_index();
  if (n < m.nodes) gather_and_move(m, f, lists, dt, n);
}

}  // namespace

void lulesh::lagrange_nodal(const Mesh& m, double* f, const int* lists, double dt) {
  push<<<blocks_for(m.elements), threads>>>(m, f, lists);
  league::demand_launched();
  move<<<blocks_for(m.nodes), threads>>>(m, f, lists, dt);
  league::demand_launched();
}
