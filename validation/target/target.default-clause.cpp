// target.default-clause
// OpenMP 6.0, section 7.5.1: a default clause may stand on target and sets the attributes of
// variables that are not listed.
// Observed: values in the region and outside.
// Mutant: 10 * x + y => x + y
// Mutant: map(from : seen, on_host) => map(from : seen, on_host) map(tofrom : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x = 4;
  int y = 5;
  int seen = 0;
  int on_host = 1;
  #pragma omp target default(firstprivate) map(from : seen, on_host)
  {
    seen = 10 * x + y;
    x = y = 0;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("seen", seen, 45);
  claim.equal("original", x, 4);
  return claim.verdict();
}
