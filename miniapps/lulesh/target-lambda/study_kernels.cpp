// What a lambda costs: the loops of target-data with bodies that capture the pointers of the host,
// to the beginning of an array or into it.

#include "lulesh_parts.hpp"
#include "rows_forall.hpp"

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  forall(0, m.elements, [=](int e) { lagrange_element(m, f, dt, e, listed(m, f, lists, e)); });
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  forall(0, m.elements, [=](int e) { q_gradient(m, f, e, listed(m, f, lists, e)); });
}

void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  forall(0, m.elements, [=](int i) { q_element(m, f, lists, members[i]); });
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  const int* members = lists + m.members();
  forall(0, m.elements,
         [=](int i) { f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]); });
}
