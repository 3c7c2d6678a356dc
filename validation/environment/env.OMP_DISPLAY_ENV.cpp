// env.OMP_DISPLAY_ENV
// OpenMP 4.0, section 21.7: with OMP_DISPLAY_ENV=true the runtime prints the internal control
// variables between two lines when the program begins.
// Observed: the line at the end of the display is printed exactly once.
// Where: host
// Environment: OMP_DISPLAY_ENV=true
// Prints: OPENMP DISPLAY ENVIRONMENT END
// Mutant: std::printf("the program goes on\n"); => std::printf("OPENMP DISPLAY ENVIRONMENT END\n");

#include <cstdio>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  std::printf("the program goes on\n");
  claim.holds("the program goes on", omp_get_max_threads() > 0);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
