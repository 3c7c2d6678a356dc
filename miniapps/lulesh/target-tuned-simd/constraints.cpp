// What clauses allow where `simd` makes the lanes, as in GCC: four extremes in one kernel, and the
// volumes with them.

#include "lulesh_parts.hpp"

lulesh::Limits lulesh::time_constraints(const Mesh& mesh, double* f, const int*) {
  const Mesh m = mesh;
  double crossing = no_limits.crossing;
  double rate = no_limits.rate;
  double least = no_limits.volume;
  double most = no_limits.q;
  #pragma omp target teams distribute parallel for simd firstprivate(m)          \
      map(tofrom : crossing, rate, least, most) reduction(min : crossing, least) \
      reduction(max : rate, most)
  for (int e = 0; e < m.elements; ++e) {
    const Limits one = limits_of(m, f, e);
    crossing = smaller(crossing, one.crossing);
    rate = larger(rate, one.rate);
    least = smaller(least, one.volume);
    most = larger(most, one.q);
  }
  return {crossing, rate, least, most};
}
