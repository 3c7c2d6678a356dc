// What clauses allow where `simd` makes the lanes, as in GCC: all regions and all their repetitions
// in one kernel.

#include "lulesh_parts.hpp"

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  const int* repetitions = lists + m.repetitions();
  // Members of the expensive regions are last in the list: they begin first.  What one evaluation
  // stores might be what the next one reads, for all a compiler knows, so it repeats them all.
  #pragma omp target teams distribute parallel for simd firstprivate(m) thread_limit(128)
  for (int i = 0; i < m.elements; ++i) {
    const int place = m.elements - 1 - i;
    const long e = members[place];
    for (int n = 0; n < repetitions[place]; ++n) store_next(m, f, e);
    take_next(m, f, e);
  }
}
