// What the host makes of it, with cache blocking: a block of a region that fits the first cache is
// evaluated as often as the region demands before the next one.

#include "lulesh_parts.hpp"
#include "lulesh_rows_blocks.hpp"

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  Block found;
  // The most expensive regions are the last ones and begin first.
  #pragma omp for schedule(dynamic)
  for (int k = blocks_of(m.elements) - 1; k >= 0; --k) evaluate_block(m, f, lists, k, found);
  #pragma omp for simd schedule(static)
  for (int e = 0; e < m.elements; ++e) take_next(m, f, e);
}
