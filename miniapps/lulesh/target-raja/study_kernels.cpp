// The loops of target-data by RAJA, whose lambdas capture addresses of the device.

#include <RAJA/RAJA.hpp>

#include "lulesh_parts.hpp"

namespace {

// A policy has to name threads per team; 256 is what the examples of RAJA use.
using Policy = RAJA::omp_target_parallel_for_exec<256>;
using Range = RAJA::TypedRangeSegment<int>;

}  // namespace

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  RAJA::forall<Policy>(Range(0, m.elements),
                       [=](int e) { lagrange_element(m, f, dt, e, listed(m, f, lists, e)); });
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  RAJA::forall<Policy>(Range(0, m.elements),
                       [=](int e) { q_gradient(m, f, e, listed(m, f, lists, e)); });
}

void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  {
    const int* members = lists + m.members();
    RAJA::forall<Policy>(Range(0, m.elements), [=](int i) { q_element(m, f, lists, members[i]); });
  }
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  {
    const int* members = lists + m.members();
    RAJA::forall<Policy>(Range(0, m.elements), [=](int i) {
      f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]);
    });
  }
}
