// How well a compiler maps `loop`: elements, or the members of a region, and no word about threads.

#include "lulesh_parts.hpp"

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target teams loop firstprivate(m)
  for (int e = 0; e < m.elements; ++e) lagrange_element(m, f, dt, e, listed(m, f, lists, e));
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target teams loop firstprivate(m)
  for (int e = 0; e < m.elements; ++e) q_gradient(m, f, e, listed(m, f, lists, e));
}

void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  for (int r = 0; r < m.regions; ++r) {
    const int begin = lists[m.region_begin() + r];
    const int end = lists[m.region_begin() + r + 1];
    #pragma omp target teams loop firstprivate(m)
    for (int i = begin; i < end; ++i) q_element(m, f, lists, members[i]);
  }
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  for (int r = 0; r < m.regions; ++r) {
    const int begin = lists[m.region_begin() + r];
    const int end = lists[m.region_begin() + r + 1];
    #pragma omp target teams loop firstprivate(m)
    for (int i = begin; i < end; ++i)
      f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]);
  }
}
