// rt.display_affinity
// OpenMP 5.0, section 18.3.10: omp_display_affinity prints a line of the given format for the
// calling thread.
// Observed: the line is printed exactly once.
// Where: host
// Prints: here is level 1 thread 0
// Mutant: omp_display_affinity("here is level %L thread %n") => omp_display_affinity("here")

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int level = 0;
  #pragma omp parallel num_threads(1) shared(level)
  {
    level = omp_get_level();
    omp_display_affinity("here is level %L thread %n");
  }
  claim.equal("nesting level", level, 1);
  return claim.verdict();
}
