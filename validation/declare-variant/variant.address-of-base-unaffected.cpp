// variant.address-of-base-unaffected
// OpenMP 5.0, section 7.5: only calls of the base by its name are replaced; its address remains
// that of the base.
// Observed: which function is called by name and through a pointer.
// Where: host
// Mutant: int (*volatile pointer)() = chosen; => int (*volatile pointer)() = variant;
// Mutant: kind(host) => kind(nohost)

#include "league/claim.hpp"

int variant() { return 2; }
#pragma omp declare variant(variant) match(device = {kind(host)})
int chosen() { return 1; }

int main() {
  league::Claim claim;
  int (*volatile pointer)() = chosen;
  claim.equal("call by name", chosen(), 2);
  claim.equal("call through a pointer", pointer(), 1);
  return claim.verdict();
}
