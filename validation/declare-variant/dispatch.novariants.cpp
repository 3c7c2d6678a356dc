// dispatch.novariants
// OpenMP 5.1, section 7.6.1: if the expression of novariants is true, the call of the construct
// reaches the base.
// Observed: which function is called while the expression is false and true.
// Where: host
// Mutant: novariants(given > 0) => novariants(false)
// Mutant: novariants(given > 0) => novariants(true)

#include "league/claim.hpp"

int dispatched(int n) { return 20 + n; }
#pragma omp declare variant(dispatched) match(construct = {dispatch})
int base(int n) { return 10 + n; }

int main() {
  league::Claim claim;
  volatile int given = 0;
  for (int i = 0; i < 2; ++i) {
    given = i;
    int value = 0;
    #pragma omp dispatch novariants(given > 0)
    value = base(3);
    claim.equal("value of the call", value, i > 0 ? 13 : 23);
  }
  return claim.verdict();
}
