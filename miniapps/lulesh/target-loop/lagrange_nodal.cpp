// How well the compiler maps `loop`: as target-data, the levels left to it.

#include "lulesh_parts.hpp"

void lulesh::lagrange_nodal(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target teams loop firstprivate(m)
  for (int e = 0; e < m.elements; ++e) store_forces(m, f, lists, e);
  #pragma omp target teams loop firstprivate(m)
  for (int n = 0; n < m.nodes; ++n) gather_and_move(m, f, lists, dt, n);
}
