// dt.global-dynamic-init
// OpenMP 5.0, section 7.8.1: a declare-target variable whose initial value is computed when the
// program starts has that value on the device before the first region uses it.
// Observed: the value in a region.
// Mutant: int value = seed(); => _Pragma("omp end declare target") int value = seed();
// _Pragma("omp declare target")

#include "league/claim.hpp"

#pragma omp declare target
int seed() {
  volatile int n = 20;
  return 2 * n + 1;
}
int value = seed();
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  claim.equal("value on the host", value, 41);
  value = -1;
  int seen = 0;
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    on_host = omp_is_initial_device();
    seen = value;
  }
  claim.ran(on_host);
  claim.equal("value on the device", seen, 41);
  return claim.verdict();
}
