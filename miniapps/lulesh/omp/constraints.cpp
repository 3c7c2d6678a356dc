// What the host makes of it: four extremes of a vector of elements, of every thread, then of all.

#include "lulesh_parts.hpp"

namespace {

double crossing;  // of all threads
double rate;
double least;
double most;

}  // namespace

lulesh::Limits lulesh::time_constraints(const Mesh& mesh, double* f, const int*) {
  const Mesh m = mesh;
  #pragma omp single
  {
    crossing = no_limits.crossing;
    rate = no_limits.rate;
    least = no_limits.volume;
    most = no_limits.q;
  }
  #pragma omp for simd schedule(static) reduction(min : crossing, least) reduction(max : rate, most)
  for (int e = 0; e < m.elements; ++e) {
    const Limits one = limits_of(m, f, e);
    crossing = smaller(crossing, one.crossing);
    rate = larger(rate, one.rate);
    least = smaller(least, one.volume);
    most = larger(most, one.q);
  }
  return {crossing, rate, least, most};
}
