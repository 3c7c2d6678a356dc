// What the host makes of it: a piece of a region that fits the first cache is evaluated as often as
// the region demands before the next one.

#include "lulesh_parts.hpp"
#include "lulesh_pieces.hpp"

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  Piece found;
  // The most expensive regions are the last ones and begin first.
  #pragma omp for schedule(dynamic)
  for (int k = pieces_of(m.elements) - 1; k >= 0; --k) evaluate_piece(m, f, lists, k, found);
  #pragma omp for simd schedule(static)
  for (int e = 0; e < m.elements; ++e) take_next(m, f, e);
}
