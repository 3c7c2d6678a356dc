// acc.present.absent-terminates
// OpenACC 1.0, section 2.7.6 (unchecked): an item of a present clause that is not on the device is
// a runtime error.
// Observed: the program does not come past the region.
// Expect: terminates
// Mutant: present(x) => copy(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  claim.must_end_here();
  #pragma acc parallel num_gangs(1) present(x)
  x[0] = 2;
  return claim.survived();
  return claim.verdict();
}
