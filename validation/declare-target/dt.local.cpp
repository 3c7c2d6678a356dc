// dt.local
// OpenMP 6.0, section 7.14: local on declare target makes a variable that each device has for
// itself, and that no map clause can move.
// Observed: what regions find: the value of the initialiser, then their own.
// Mutant: kept = 6; => kept = 7;
// Mutant: kept = 50; => kept = 51;

#include "league/claim.hpp"

static int kept = 5;
#pragma omp declare target local(kept)

int main() {
  league::Claim claim;
  int first = 0;
  int second = 0;
  int on_host = 1;
  kept = 50;
  #pragma omp target map(from : first, on_host)
  {
    on_host = omp_is_initial_device();
    first = kept;
    kept = 6;
  }
  #pragma omp target map(from : second)
  second = kept;
  claim.ran(on_host);
  claim.equal("in the first region", first, 5);
  claim.equal("in the second region", second, 6);
  claim.equal("on the host", kept, 50);
  return claim.verdict();
}
