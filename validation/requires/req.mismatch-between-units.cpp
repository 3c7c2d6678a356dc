// req.mismatch-between-units
// OpenMP 5.0, section 8.2: a requires directive with unified_shared_memory has to stand in every
// file that holds device constructs, or in none.
// Observed: whether building or the runtime refuses a program of two files that differ in it.
// Open: the program breaks a restriction, and no diagnosis of that is demanded
// Expect: terminates
// With: req.mismatch-between-units.part.cpp as object

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

int region_of_the_other_file();  // compiled without the directive

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  claim.must_end_here();
  int value = 0;
  #pragma omp target map(from : value)
  value = 1;
  if (value + region_of_the_other_file() < 0) return 1;
  return claim.survived();
}
