// The vendor reference: all forces of an element in the registers of a thread, left in one place
// per corner; then a thread per node collects eight of them.  Fixed order, no atomics.

#include "launch.cuh"
#include "lulesh_parts.hpp"

namespace {

using namespace lulesh;

__global__ void __launch_bounds__(threads) push(Mesh m, double* f, const int* __restrict__ lists) {
  const int e = my_index();
  if (e < m.elements) store_forces(m, f, lists, e);
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
