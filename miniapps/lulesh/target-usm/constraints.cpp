// Unified shared memory against mapping: as target-data, without a word about data.

#include "lulesh_parts.hpp"

#pragma omp requires unified_shared_memory

lulesh::Limits lulesh::time_constraints(const Mesh& mesh, double* f, const int*) {
  const Mesh m = mesh;
  double crossing = no_limits.crossing;
  double rate = no_limits.rate;
  double least = no_limits.volume;
  double most = no_limits.q;
  #pragma omp target teams distribute parallel for firstprivate(m) \
      reduction(min : crossing, least) reduction(max : rate, most)
  for (int e = 0; e < m.elements; ++e) {
    const Limits one = limits_of(m, f, e);
    crossing = smaller(crossing, one.crossing);
    rate = larger(rate, one.rate);
    least = smaller(least, one.volume);
    most = larger(most, one.q);
  }
  return {crossing, rate, least, most};
}
