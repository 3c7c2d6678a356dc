// What clauses allow where `simd` makes the lanes, as in GCC: one kernel for the members of all
// regions, since a small region alone would not fill the device.

#include "lulesh_parts.hpp"

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target teams distribute parallel for simd firstprivate(m) thread_limit(128)
  for (int e = 0; e < m.elements; ++e) {
    lagrange_element(m, f, dt, e, listed(m, f, lists, e));
  }
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target teams distribute parallel for simd firstprivate(m) thread_limit(128)
  for (int e = 0; e < m.elements; ++e) {
    q_gradient(m, f, e, listed(m, f, lists, e));
  }
}

void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  #pragma omp target teams distribute parallel for simd firstprivate(m) thread_limit(256)
  for (int i = 0; i < m.elements; ++i) q_element(m, f, lists, members[i]);
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  #pragma omp target teams distribute parallel for simd firstprivate(m) thread_limit(256)
  for (int i = 0; i < m.elements; ++i) {
    f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]);
  }
}
