// par.for.lastprivate-conditional
// OpenMP 5.0, section 5.4.5: lastprivate(conditional: x) has the value of the last iteration, in
// the order of the loop, that assigned x.
// Observed: the value behind loops in which only some iterations assign.
// Where: host
// Mutant: conditional : found => found
// Mutant: i % 7 == 3 => i % 7 == 4

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int found = -1;
  int level = -1;
  #pragma omp parallel for num_threads(4) schedule(static, 1) lastprivate(conditional : found)
  for (int i = 0; i < 100; ++i) {
    if (i == 3)  // comes last, so that what is shared would keep its value
      for (volatile int k = 0; k < LEAGUE_LOOKS; ++k) continue;
    if (i % 7 == 3) found = i;
    if (i == 0) level = omp_get_level();
  }
  claim.equal("nesting level", level, 1);
  claim.equal("value of the last assignment", found, 94);
  return claim.verdict();
}
