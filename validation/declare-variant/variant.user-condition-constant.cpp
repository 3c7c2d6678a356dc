// variant.user-condition-constant
// OpenMP 5.0, section 7.2: user={condition(...)} with a constant expression matches if it is true.
// Observed: which function is called.
// Where: host
// Mutant: condition(sizeof(int) >= 2) => condition(sizeof(int) < 2)
// Mutant: condition(limit > 5) => condition(limit > 4)

#include "league/claim.hpp"

constexpr int limit = 5;

int variant() { return 2; }

#pragma omp declare variant(variant) match(user = {condition(sizeof(int) >= 2)})
int with_true() { return 1; }

#pragma omp declare variant(variant) match(user = {condition(limit > 5)})
int with_false() { return 1; }

int main() {
  league::Claim claim;
  claim.equal("true condition", with_true(), 2);
  claim.equal("false condition", with_false(), 1);
  return claim.verdict();
}
