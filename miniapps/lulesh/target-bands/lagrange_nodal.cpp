// What a processor as device wants: a thread adds up the forces of its elements by itself; where
// threads are many, elements leave their forces, one for every corner, and nodes find them by their
// own list.

#include "fields.hpp"
#include "lulesh_parts.hpp"

void lulesh::lagrange_nodal(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  const PrivateSums* sums = private_sums.data();
  const int count = int(private_sums.size());
  if (count > 0) {
    #pragma omp target teams distribute parallel for firstprivate(m)
    for (int t = 0; t < count; ++t) add_forces(m, f, lists, sums[t]);
    #pragma omp target teams distribute parallel for firstprivate(m)
    for (int k = 0; k < blocks_of(m.nodes); ++k) move_block(m, f, lists, sums, count, k, dt);
    return;
  }
  #pragma omp target teams distribute parallel for simd firstprivate(m)
  for (int e = 0; e < m.elements; ++e) store_forces(m, f, lists, e);
  #pragma omp target teams distribute parallel for simd firstprivate(m)
  for (int n = 0; n < m.nodes; ++n) gather_and_move(m, f, lists, dt, n);
}
