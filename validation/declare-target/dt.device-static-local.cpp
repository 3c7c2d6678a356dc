// dt.device-static-local
// OpenMP 4.5, section 7.8.1: a static variable of a declare-target function exists once on the
// device and keeps its value from call to call, apart from the host's.
// Observed: what the calls of two regions and of the host return.
// Mutant: static int next => int next

#include "league/claim.hpp"

#pragma omp declare target
int ticket() {
  static int next = 10;
  return next++;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  claim.equal("first call on the host", ticket(), 10);
  for (int i = 0; i < 2; ++i) {
    int first = 0;
    int second = 0;
    int on_host = 1;
    #pragma omp target map(from : first, second, on_host)
    {
      on_host = omp_is_initial_device();
      first = ticket();
      second = ticket();
    }
    claim.ran(on_host);
    claim.equal("first call in the region", first, 10 + 2 * i);
    claim.equal("second call in the region", second, 11 + 2 * i);
  }
  claim.equal("second call on the host", ticket(), 11);
  return claim.verdict();
}
