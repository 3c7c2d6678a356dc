// variant.user-condition-dynamic
// OpenMP 5.1, section 7.5: the condition of a user selector need not be a constant; it is evaluated
// at each call.
// Observed: which function is called while a variable has one value and another.
// Where: host
// Mutant: condition(level > 1) => condition(1)
// Mutant: condition(level > 1) => condition(0)

#include "league/claim.hpp"

int level = 0;

int variant(int n) { return 20 + n; }
#pragma omp declare variant(variant) match(user = {condition(level > 1)})
int base(int n) { return 10 + n; }

int main() {
  league::Claim claim;
  volatile int given = 0;
  for (int i = 0; i < 4; ++i) {
    given = i;
    level = given;
    claim.equal("value of the call", base(i), (i > 1 ? 20 : 10) + i);
  }
  return claim.verdict();
}
