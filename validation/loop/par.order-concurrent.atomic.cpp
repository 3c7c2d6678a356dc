// par.order-concurrent.atomic
// OpenMP 6.0, section 12.3: atomic may stand in a region with order(concurrent).
// Observed: the count, exact.
// Mutant: count += 1 => count += 2
// Mutant: map(tofrom : count) => map(to : count)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int count = 0;
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  #pragma omp target teams loop order(concurrent) map(tofrom : count)
  for (int i = 0; i < 200; ++i) {
    #pragma omp atomic
    count += 1;
  }
  claim.ran(on_host);
  claim.equal("count", count, 200);
  return claim.verdict();
}
