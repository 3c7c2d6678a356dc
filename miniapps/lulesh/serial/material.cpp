// What is computed: the gas of every region, as often as the region demands, each time from the
// state at the beginning of the cycle.

#include "lulesh_parts.hpp"

void lulesh::material(const Mesh& m, double* f, const int* lists) {
  const int* begin = lists + m.region_begin();
  const int* members = lists + m.members();
  const int* repetitions = lists + m.repetitions();
  for (int r = 0; r < m.regions; ++r) {
    if (begin[r] == begin[r + 1]) continue;
    for (int n = 0; n < repetitions[begin[r]]; ++n)
      for (int i = begin[r]; i < begin[r + 1]; ++i) store_next(m, f, members[i]);
  }
  for (long e = 0; e < m.elements; ++e) take_next(m, f, e);
}
