// variant.score
// OpenMP 5.0, section 7.3: if several variants match, the one whose selector has the highest score
// is called, in whatever order they were declared.
// Observed: which function is called.
// Where: host
// Mutant: score(20) => score(5)

#include "league/claim.hpp"

int low() { return 2; }
int high() { return 3; }

#pragma omp declare variant(low) match(user = {condition(score(10) : 1)})
#pragma omp declare variant(high) match(user = {condition(score(20) : 1)})
int rising() { return 1; }

#pragma omp declare variant(high) match(user = {condition(score(20) : 1)})
#pragma omp declare variant(low) match(user = {condition(score(10) : 1)})
int falling() { return 1; }

int main() {
  league::Claim claim;
  claim.equal("higher score declared last", rising(), 3);
  claim.equal("higher score declared first", falling(), 3);
  return claim.verdict();
}
