// What clauses allow where `simd` makes the lanes, as in GCC: no atomics, blocks small enough that
// two dozen coordinates, velocities and forces of every thread fit the registers, and nothing to
// copy before a launch.

#include "lulesh_parts.hpp"

void lulesh::lagrange_nodal(const Mesh& mesh, double* f, const int* lists, double dt) {
  // A struct by value would be copied to the device by itself; numbers go with the launch.
  const int s = mesh.s;
  const int regions = mesh.regions;
  const int elements = mesh.elements;
  const int nodes = mesh.nodes;
  // `simd`: GCC gives the lanes of a warp to it and to nothing else.  A thread of the first kernel
  // keeps up to 255 registers: at 128 threads a block, two blocks run on a multiprocessor at once,
  // and the second fills the gaps of the first.  Not measured.
  #pragma omp target teams distribute parallel for simd thread_limit(128)
  for (int e = 0; e < elements; ++e) store_forces(Mesh(s, regions), f, lists, e);
  #pragma omp target teams distribute parallel for simd thread_limit(256)
  for (int n = 0; n < nodes; ++n) gather_and_move(Mesh(s, regions), f, lists, dt, n);
}
