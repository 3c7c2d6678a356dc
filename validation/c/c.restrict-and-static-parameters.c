// c.restrict-and-static-parameters
// OpenMP 4.5, section 3.2.5, 5.8.3: array parameters with qualifiers in their brackets are
// pointers: restrict, const and static n change nothing about sections of them.
// Observed: the region sees what was mapped, also where the host poisoned its copy since; results
// come back; elements behind the sections do not.
// Mutant: map(from : out[0 : n]) => map(alloc : out[0 : n])
// Mutant: map(to : x[0 : n]) => map(alloc : x[0 : n])
// Mutant: target data map(to : y) => target data if(0) map(to : y)

#include "league/claim.h"

enum { kCount = 12 };

static int add(int n, double out[restrict static n], const double x[const restrict],
               const double* restrict y) {
  int here = 1;
  #pragma omp target map(from : out[0 : n]) map(to : x[0 : n]) map(from : here)
  {
    for (int i = 0; i < n; ++i) out[i] = x[i] + 4 * y[i];
    here = omp_is_initial_device();
  }
  return here;
}

int main(void) {
  league_needs_separate_memory();
  double x[kCount];
  double y[kCount];
  double out[kCount];
  for (int i = 0; i < kCount; ++i) {
    x[i] = i;
    y[i] = 0.25 * i;
    out[i] = -7;
  }
  #pragma omp target data map(to : y)
  {
    for (int i = 0; i < kCount; ++i) y[i] = -1;
    league_ran(add(kCount - 2, out, x, y));
  }
  for (int i = 0; i < kCount; ++i) league_equal("out", out[i], i < kCount - 2 ? 2.0 * i : -7.0);
  return league_verdict();
}
