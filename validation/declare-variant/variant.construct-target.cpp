// variant.construct-target
// OpenMP 5.0, section 7.5.4: a variant that matches construct={target} replaces calls in a target
// region and no others.
// Observed: which function was called inside and outside.
// Mutant: construct = {target} => construct = {parallel}

#include "league/claim.hpp"

int in_target() { return 2; }
#pragma omp declare variant(in_target) match(construct = {target})
int chosen() { return 1; }

int main() {
  league::Claim claim;
  int inside = 0;
  int on_host = 1;

  #pragma omp target map(from : inside, on_host)
  {
    on_host = omp_is_initial_device();
    inside = chosen();
  }
  claim.ran(on_host);
  claim.equal("choice in the region", inside, 2);
  claim.equal("choice outside", chosen(), 1);
  return claim.verdict();
}
