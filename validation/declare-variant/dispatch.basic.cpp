// dispatch.basic
// OpenMP 5.1, section 7.6: the dispatch construct puts its call into a dispatch context; a variant
// that matches construct={dispatch} is called there and nowhere else.
// Observed: which function is called by the construct and without it.
// Where: host
// Mutant: #pragma omp dispatch =>
// Mutant: construct = {dispatch} => construct = {target}

#include "league/claim.hpp"

int dispatched(int n) { return 20 + n; }
#pragma omp declare variant(dispatched) match(construct = {dispatch})
int base(int n) { return 10 + n; }

int main() {
  league::Claim claim;
  int inside = 0;
  #pragma omp dispatch
  inside = base(3);
  const int outside = base(3);
  claim.equal("call by dispatch", inside, 23);
  claim.equal("call without it", outside, 13);
  return claim.verdict();
}
