// target.implicit.reference
// OpenMP 4.5, section 5.8.1: a reference that a target region uses without listing it follows the
// rule for what it refers to: a scalar is firstprivate, an array is mapped tofrom.
// Observed: both values arrive; the array's changes come back, the scalar's do not.
// Mutant: omp target map => omp target defaultmap(tofrom : scalar) map
// Mutant: omp target map => omp target firstprivate(array) map

#include "league/claim.hpp"

namespace {

void work(league::Claim& claim, int& scalar, int (&array)[4]) {
  int seen = -1;
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    seen = scalar;
    scalar = 99;
    for (int i = 0; i < 4; ++i) array[i] = 2 * array[i] + seen;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("scalar seen by the region", seen, 6);
}

}  // namespace

int main() {
  league::Claim claim;
  int scalar = 6;
  int array[4] = {1, 2, 3, 4};
  work(claim, scalar, array);
  claim.equal("scalar behind the region", scalar, 6);
  for (int i = 0; i < 4; ++i) claim.equal("element of the array", array[i], 2 * (i + 1) + 6);
  return claim.verdict();
}
