// target.defaultmap.present.absent-terminates
// OpenMP 5.1, section 5.8.7: with defaultmap(present: category), an unlisted variable that is not
// present when the region begins is a runtime error that terminates the program.
// Observed: the program does not come past the region.
// Expect: terminates
// Mutant: defaultmap(present : aggregate) =>
// Mutant: defaultmap(present : aggregate) => defaultmap(to : aggregate)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  claim.must_end_here();

  #pragma omp target defaultmap(present : aggregate)
  x[0] = 2;

  return claim.survived();
}
