// What is computed: four extremes over all elements.

#include "lulesh_parts.hpp"

lulesh::Limits lulesh::time_constraints(const Mesh& m, double* f, const int*) {
  Limits all = no_limits;
  for (long e = 0; e < m.elements; ++e) {
    const Limits one = limits_of(m, f, e);
    all.crossing = smaller(all.crossing, one.crossing);
    all.rate = larger(all.rate, one.rate);
    all.volume = smaller(all.volume, one.volume);
    all.q = larger(all.q, one.q);
  }
  return all;
}
