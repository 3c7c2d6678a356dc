// The best we can do on a GPU: volumes and velocity gradients by one kernel, which finds the
// corners of an element once.  The other two of the four kernels are part of the one in
// material.cpp.

#include "lulesh_parts.hpp"

void lulesh::lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt) {
  const int s = mesh.s;
  const int regions = mesh.regions;
  const int elements = mesh.elements;
  #pragma omp target teams distribute parallel for thread_limit(128)
  for (int e = 0; e < elements; ++e) {
    const Mesh m(s, regions);
    // Corners in registers: what is stored might be a coordinate, for all a compiler knows.
    const ListedCorners listed_corners = listed(m, f, lists, e);
    double held[6][8];
    for (int field = 0; field < 6; ++field)
      for (int k = 0; k < 8; ++k) held[field][k] = listed_corners(field, k);
    const auto corners = [&](int field, int k) { return held[field][k]; };
    lagrange_element(m, f, dt, e, corners);
    q_gradient(m, f, e, corners);
  }
}
