// map.section.extends-present-is-error
// OpenMP 4.5, section 5.8.3: if a part of an item is present before the construct, all of it has to
// be; a section must not go beyond the present one.
// Observed: whether the program is ended at the construct that does.
// Expect: terminates
// Open: the specification forbids such a program without saying what becomes of it
// Mutant: x[0 : 8] => x[0 : 4]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[8] = {};
  #pragma omp target enter data map(to : x[0 : 4])
  claim.must_end_here();

  #pragma omp target map(tofrom : x[0 : 8])
  x[0] = 1;

  return claim.survived();
}
