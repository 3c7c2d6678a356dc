// Does it help to translate pointers before: as target-lambda, capturing addresses of the device.
//
// Inside `use_device_ptr`, f and lists are device addresses.  A region that looks them up finds
// nothing and leaves them as they are (OpenMP 5.1, 2.21.7.2).

#include <rows_forall.hpp>

#include "lulesh_parts.hpp"

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  forall(0, m.elements, [=](int e) { lagrange_element(m, f, dt, e, listed(m, f, lists, e)); });
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  forall(0, m.elements, [=](int e) { q_gradient(m, f, e, listed(m, f, lists, e)); });
}

void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  {
    const int* members = lists + m.members();
    forall(0, m.elements, [=](int i) { q_element(m, f, lists, members[i]); });
  }
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  {
    const int* members = lists + m.members();
    forall(0, m.elements,
           [=](int i) { f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]); });
  }
}
