// data.composite-nowait
// OpenMP 6.0, section 15.7: target data is composite: it takes nowait and depend, and its tasks
// end with a taskgroup.
// Observed: the value behind a taskwait.
// Mutant: x += 5 => x += 4
// Mutant: int x = 1 => int x = 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x = 1;
  int on_host = 1;
  #pragma omp target data map(tofrom : x) nogroup nowait depend(inout : x)
  {
    #pragma omp target map(tofrom : x) map(from : on_host)
    {
      x += 5;
      on_host = omp_is_initial_device();
    }
  }
  #pragma omp taskwait
  claim.ran(on_host);
  claim.equal("x", x, 6);
  return claim.verdict();
}
