// rt.display_env
// OpenMP 5.1, section 18.15: omp_display_env prints the version and the internal control variables
// between two lines that the specification gives, and returns.
// Observed: the first of these lines, once; the program goes on.
// Where: host
// Prints: OPENMP DISPLAY ENVIRONMENT BEGIN
// Environment: OMP_DISPLAY_ENV=-
// Mutant: omp_display_env(0); =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_display_env(0);
  claim.holds("it returned", true);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
