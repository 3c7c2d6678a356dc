// acc.default.none.rejects-unlisted
// OpenACC 1.0, section 2.5.15 (unchecked): with default(none) a variable that the construct uses
// has to be listed.
// Observed: the compiler rejects the region for an array that is not listed.
// Where: build
// Expect: rejected
// Mutant: default(none) =>
// Mutant: copy(sum) => copy(sum) copyin(forgotten)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int sum = 1;
  int forgotten[2] = {2, 3};
  #pragma acc parallel num_gangs(1) default(none) copy(sum)
  sum += forgotten[1];
  claim.equal("sum", sum, 4);
  return claim.verdict();
}
