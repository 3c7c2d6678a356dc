// info.no_openmp_constructs
// OpenMP 6.0, section 10.6.1.5: no_openmp_constructs is a fact that assume takes.
// Observed: the result of the block; a broken name is diagnosed.
// Where: host
// Contrast: no_openmp_constructs => no_openmp_constructions
// Mutant: value += 2 => value += 3
// Mutant: int value = 40 => int value = 41

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int value = 40;
  #pragma omp assume no_openmp_constructs
  value += 2;
  claim.equal("value", value, 42);
  return claim.verdict();
}
