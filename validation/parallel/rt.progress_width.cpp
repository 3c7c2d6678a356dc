// rt.progress_width
// OpenMP 6.0, section 24.6: omp_get_max_progress_width returns how many threads of a device
// progress together, and omp_curr_progress_width is that number where it is called on the host.
// Observed: both numbers on the host.
// Where: host
// Mutant: width >= 1 => width < 1
// Mutant: width(), width => width(), width + 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int width = omp_get_max_progress_width(omp_get_initial_device());
  claim.holds("at least one", width >= 1);
  claim.equal("for this device", omp_curr_progress_width(), width);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
