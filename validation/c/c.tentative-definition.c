// c.tentative-definition
// OpenMP 4.5, section 7.8.1: a variable of C can be declared more than once without extern; whether
// declare target names it before or after its initialiser, the device's copy begins with that.
// Observed: what a region reads, the host's copies being poisoned, and what it reads the next time.
// Mutant: int early = 41 => int early = 42
// Mutant: #pragma omp declare target(early, late, zero) =>

#include "league/claim.h"

int early;
int late = 17;
int late;
int zero;
int zero;
#pragma omp declare target(early, late, zero)
int early = 41;

int main(void) {
  league_needs_separate_memory();
  early = late = zero = -1;
  for (int round = 0; round < 2; ++round) {
    int seen[3] = {0};
    int on_host = 1;
    #pragma omp target map(from : seen, on_host)
    {
      seen[0] = early++;
      seen[1] = late++;
      seen[2] = zero++;
      on_host = omp_is_initial_device();
    }
    league_ran(on_host);
    league_equal("initialised behind the directive", seen[0], 41 + round);
    league_equal("initialised before it", seen[1], 17 + round);
    league_equal("never initialised", seen[2], round);
  }
  league_equal("on the host", early + late + zero, -3);
  return league_verdict();
}
