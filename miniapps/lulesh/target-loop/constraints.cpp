// How well the compiler maps `loop`: as target-data, the levels left to it.

#include "lulesh_parts.hpp"

lulesh::Limits lulesh::time_constraints(const Mesh& mesh, double* f, const int*) {
  const Mesh m = mesh;
  double crossing = no_limits.crossing;
  double rate = no_limits.rate;
  double least = no_limits.volume;
  double most = no_limits.q;
  #pragma omp target teams loop firstprivate(m) map(tofrom : crossing, rate, least, most) \
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
