// target.priority
// OpenMP 6.0, section 14.9: priority may stand on target: a hint for the order of target tasks.
// Observed: the region's result.
// Mutant: value = 6 => value = 7
// Mutant: map(tofrom : value) => map(to : value)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int value = 0;
  int on_host = 1;
  #pragma omp target priority(3) nowait map(tofrom : value) map(from : on_host)
  {
    value = 6;
    on_host = omp_is_initial_device();
  }
  #pragma omp taskwait
  claim.ran(on_host);
  claim.equal("value", value, 6);
  return claim.verdict();
}
