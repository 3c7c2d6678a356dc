// What clauses allow where `simd` makes the lanes, as in GCC: all regions and all their repetitions
// in one kernel.

#include "lulesh_parts.hpp"

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const int s = mesh.s;
  const int regions = mesh.regions;
  const int elements = mesh.elements;
  const int* members = lists + mesh.members();
  const int* repetitions = lists + mesh.repetitions();
  // Members of the expensive regions are last in the list: they begin first.  What one evaluation
  // stores might be what the next one reads, for all a compiler knows, so it repeats them all.
  #pragma omp target teams distribute parallel for simd thread_limit(128)
  for (int i = 0; i < elements; ++i) {
    const Mesh m(s, regions);
    const int place = elements - 1 - i;
    const long e = members[place];
    for (int n = 0; n < repetitions[place]; ++n) store_next(m, f, e);
    take_next(m, f, e);
  }
}
