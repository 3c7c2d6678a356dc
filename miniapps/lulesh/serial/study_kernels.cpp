// What is computed: four loops over elements, two of them region by region.

#include "lulesh_parts.hpp"

void lulesh::lagrange_elements(const Mesh& m, double* f, const int* lists, double dt) {
  for (long e = 0; e < m.elements; ++e) lagrange_element(m, f, dt, e, listed(m, f, lists, e));
}

void lulesh::monotonic_q_gradients(const Mesh& m, double* f, const int* lists) {
  for (long e = 0; e < m.elements; ++e) q_gradient(m, f, e, listed(m, f, lists, e));
}

void lulesh::monotonic_q_regions(const Mesh& m, double* f, const int* lists) {
  const int* begin = lists + m.region_begin();
  const int* members = lists + m.members();
  for (int r = 0; r < m.regions; ++r)
    for (int i = begin[r]; i < begin[r + 1]; ++i) q_element(m, f, lists, members[i]);
}

void lulesh::sound_speeds(const Mesh& m, double* f, const int* lists) {
  const int* begin = lists + m.region_begin();
  const int* members = lists + m.members();
  for (int r = 0; r < m.regions; ++r)
    for (int i = begin[r]; i < begin[r + 1]; ++i)
      f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]);
}
