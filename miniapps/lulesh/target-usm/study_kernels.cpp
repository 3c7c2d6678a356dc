// Unified shared memory against mapping: as target-data, without a word about data.

#include "lulesh_parts.hpp"

#pragma omp requires unified_shared_memory

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int e = 0; e < m.elements; ++e) lagrange_element(m, f, dt, e, listed(m, f, lists, e));
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int e = 0; e < m.elements; ++e) q_gradient(m, f, e, listed(m, f, lists, e));
}

void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int i = 0; i < m.elements; ++i) q_element(m, f, lists, members[i]);
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int i = 0; i < m.elements; ++i)
    f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]);
}
