// target.default-clause
// OpenMP 6.0, section 7.5.1: a default clause may stand on target and sets the attributes of
// variables that are not listed.
// Observed: an array that would be mapped has a copy in the region, and does not come back.
// Mutant: default(firstprivate) =>
// Mutant: 10 * a[0] + a[1] => a[0] + a[1]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int a[2] = {4, 5};
  int seen = 0;
  int on_host = 1;
  #pragma omp target default(firstprivate) map(from : seen, on_host)
  {
    seen = 10 * a[0] + a[1];
    a[0] = a[1] = 0;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("seen", seen, 45);
  claim.equal("original", a[0], 4);
  claim.equal("original", a[1], 5);
  return claim.verdict();
}
