// update.present.absent-terminates
// OpenMP 5.1, section 5.9: with the present modifier on to or from, an item that is not present is
// a runtime error that terminates the program.
// Observed: the program does not come past the directive.
// Expect: terminates
// Mutant: to(present : x) => to(x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 1;
  claim.must_end_here();

  #pragma omp target update to(present : x)

  return claim.survived();
}
