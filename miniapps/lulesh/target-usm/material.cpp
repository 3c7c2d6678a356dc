// Unified shared memory against mapping: as target-data, without a word about data.

#include "lulesh_parts.hpp"

#pragma omp requires unified_shared_memory

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  const int* repetitions = lists + m.repetitions();
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int i = 0; i < m.elements; ++i) {
    // What one evaluation stores might be what the next one reads, for all a compiler knows, so it
    // repeats them all.
    for (int n = 0; n < repetitions[i]; ++n) store_next(m, f, members[i]);
    take_next(m, f, members[i]);
  }
}
