// What a device does with data that stays there: a thread an element, which leaves its forces, one
// for every corner; then a thread a node, which finds them by its own list.

#include "lulesh_parts.hpp"

void lulesh::lagrange_nodal(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int e = 0; e < m.elements; ++e) store_forces(m, f, lists, e);
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int n = 0; n < m.nodes; ++n) gather_and_move(m, f, lists, dt, n);
}
