// update.static-variable
// OpenMP 4.5, section 13.9: target update takes a declare target variable of static storage, be it
// visible in other files or not.
// Observed: what a region stored in a static array, after it was brought back.
// Mutant: update from(counters) => update to(counters)

#include "league/claim.hpp"

#pragma omp declare target
static int counters[4];
#pragma omp end declare target

int main() {
  league::Claim claim;
  int on_host = 1;
  #pragma omp target map(from : on_host)
  {
    counters[2] += 5;
    on_host = omp_is_initial_device();
  }
  counters[1] = 9;
  #pragma omp target update from(counters)
  claim.ran(on_host);
  claim.equal("what the region stored", counters[2], 5);
  if (league::separate_memory()) claim.equal("what only the host stored", counters[1], 0);
  return claim.verdict();
}
