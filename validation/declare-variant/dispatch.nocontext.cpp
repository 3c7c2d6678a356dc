// dispatch.nocontext
// OpenMP 5.1, section 7.6.2: if the expression of nocontext is true, the construct does not add
// dispatch to the context of its call; variants that match otherwise are still called.
// Observed: which of two variants is called while the expression is false and true.
// Where: host
// Mutant: nocontext(given > 0) => nocontext(false)
// Mutant: nocontext(given > 0) => novariants(given > 0)

#include "league/claim.hpp"

int dispatched(int n) { return 20 + n; }
int on_this_side(int n) { return 30 + n; }
#pragma omp declare variant(dispatched) match(construct = {dispatch}, device = {kind(host)})
#pragma omp declare variant(on_this_side) match(device = {kind(host)})
int base(int n) { return 10 + n; }

int main() {
  league::Claim claim;
  volatile int given = 0;
  for (int i = 0; i < 2; ++i) {
    given = i;
    int value = 0;
    #pragma omp dispatch nocontext(given > 0)
    value = base(3);
    claim.equal("value of the call", value, i > 0 ? 33 : 23);
  }
  return claim.verdict();
}
