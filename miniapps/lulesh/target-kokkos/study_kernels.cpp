// The loops of target-data by Kokkos, whose lambdas capture addresses of the device.

#include <Kokkos_Core.hpp>

#include "lulesh_parts.hpp"

namespace {

using Range = Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::IndexType<int>>;

/// Begins with Kokkos at the first loop; it ends with the program.
void need_kokkos() { static const Kokkos::ScopeGuard kokkos; }

}  // namespace

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  need_kokkos();
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  Kokkos::parallel_for(
      Range(0, m.elements),
      KOKKOS_LAMBDA(int e) { lagrange_element(m, f, dt, e, listed(m, f, lists, e)); });
  Kokkos::fence();
}

void lulesh::monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  Kokkos::parallel_for(
      Range(0, m.elements), KOKKOS_LAMBDA(int e) { q_gradient(m, f, e, listed(m, f, lists, e)); });
  Kokkos::fence();
}

void lulesh::monotonic_q_regions(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  {
    const int* members = lists + m.members();
    Kokkos::parallel_for(
        Range(0, m.elements), KOKKOS_LAMBDA(int i) { q_element(m, f, lists, members[i]); });
  }
  Kokkos::fence();
}

void lulesh::sound_speeds(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  #pragma omp target data use_device_ptr(f, lists)
  {
    const int* members = lists + m.members();
    Kokkos::parallel_for(
        Range(0, m.elements), KOKKOS_LAMBDA(int i) {
          f[m.at(sound_speed_of) + members[i]] = sound_speed_in(m, f, members[i]);
        });
  }
  Kokkos::fence();
}
