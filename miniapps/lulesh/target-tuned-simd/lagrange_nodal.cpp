// What clauses allow where `simd` makes the lanes, as in GCC: no atomics, blocks small enough that
// two dozen coordinates, velocities and forces of every thread fit the registers.

#include "lulesh_parts.hpp"

void lulesh::lagrange_nodal(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  // `simd`: GCC gives the lanes of a warp to it and to nothing else.  A thread of the first kernel
  // keeps up to 255 registers: at 128 threads a block, two blocks run on a multiprocessor at once,
  // and the second fills the gaps of the first.  Not measured.
  #pragma omp target teams distribute parallel for simd firstprivate(m) thread_limit(128)
  for (int e = 0; e < m.elements; ++e) store_forces(m, f, lists, e);
  #pragma omp target teams distribute parallel for simd firstprivate(m) thread_limit(256)
  for (int n = 0; n < m.nodes; ++n) gather_and_move(m, f, lists, dt, n);
}
