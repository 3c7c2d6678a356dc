// target.implicit.global-scalar-not-declared
// OpenMP 4.5, section 5.8.1: a variable at file scope that is not declare target follows the same
// rules as a local one: a scalar is firstprivate, an array is mapped tofrom.
// Observed: both values arrive; the array's changes come back, the scalar's do not.
// Mutant: omp target map => omp target defaultmap(tofrom : scalar) map
// Mutant: omp target map => omp target firstprivate(global_array) map

#include "league/claim.hpp"

int global_scalar = 4;
static double own_scalar = 0.25;
int global_array[3] = {1, 2, 3};

int main() {
  league::Claim claim;
  int scalar_seen = -1;
  double own_seen = -1.0;
  int on_host = 1;

  #pragma omp target map(from : scalar_seen, own_seen, on_host)
  {
    scalar_seen = global_scalar;
    own_seen = own_scalar;
    for (int i = 0; i < 3; ++i) global_array[i] += 10 * global_scalar;
    global_scalar = -1;
    own_scalar = -1.0;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("integer seen by the region", scalar_seen, 4);
  claim.equal("real seen by the region", own_seen, 0.25);
  claim.equal("integer behind the region", global_scalar, 4);
  claim.equal("real behind the region", own_scalar, 0.25);
  for (int i = 0; i < 3; ++i) claim.equal("element behind the region", global_array[i], 41 + i);
  return claim.verdict();
}
