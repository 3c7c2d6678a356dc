// map.present.enter-data-absent-terminates
// OpenMP 5.1, section 5.8.3, 13.6: with the present modifier, an item that is not present when
// target enter data is encountered is a runtime error that terminates the program.
// Observed: the program does not come past the directive.
// Expect: terminates
// Mutant: map(present, to : x) => map(to : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  claim.must_end_here();

  #pragma omp target enter data map(present, to : x)

  return claim.survived();
}
