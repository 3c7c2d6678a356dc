// dt.enter-clause
// OpenMP 5.2, section 5.8.4: the enter clause of declare target does what to did before: variables
// get a copy on the device, functions are compiled for it.
// Observed: the region sees the initial value, not the host's newer one; the function knows that it
// runs on a device.
// Mutant: enter(value, from_value) => enter(from_value)

#include "league/claim.hpp"

int value = 7;
int from_value(int n);
#pragma omp declare target enter(value, from_value)

int from_value(int n) { return omp_is_initial_device() ? -1 : n + value; }

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  value = 100;
  int seen = 0;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(from : seen, sum, on_host)
  {
    on_host = omp_is_initial_device();
    seen = value;
    sum = from_value(20);
  }
  claim.ran(on_host);
  claim.equal("value on the device", seen, 7);
  claim.equal("sum from the function", sum, 27);
  return claim.verdict();
}
