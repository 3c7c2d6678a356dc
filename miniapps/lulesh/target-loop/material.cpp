// How well a compiler maps `loop`: many launches that do little each.

#include "lulesh_parts.hpp"

namespace {

void evaluate(const lulesh::Mesh& mesh, double* f, const int* members, int begin, int end) {
  using namespace lulesh;
  const Mesh m = mesh;
  #pragma omp target teams loop firstprivate(m)
  for (int i = begin; i < end; ++i) store_next(m, f, members[i]);
}

}  // namespace

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  for (int r = 0; r < m.regions; ++r) {
    const int begin = lists[m.region_begin() + r];
    const int end = lists[m.region_begin() + r + 1];
    if (begin == end) continue;
    const int times = lists[m.repetitions() + begin];
    for (int n = 0; n < times; ++n) evaluate(m, f, lists + m.members(), begin, end);
  }
  #pragma omp target teams loop firstprivate(m)
  for (int e = 0; e < m.elements; ++e) take_next(m, f, e);
}
