// Unified shared memory against mapping: as target-data, without a word about data.

#include "lulesh_parts.hpp"

#pragma omp requires unified_shared_memory

void lulesh::lagrange_nodal(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int e = 0; e < m.elements; ++e) store_forces(m, f, lists, e);
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int n = 0; n < m.nodes; ++n) gather_and_move(m, f, lists, dt, n);
}
