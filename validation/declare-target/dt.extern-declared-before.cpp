// dt.extern-declared-before
// OpenMP 4.5, section 7.8.1: declare target on an extern declaration holds for the definition that
// follows.
// Observed: a region before the definition sees the initial value of the device's copy.
// Mutant: #pragma omp declare target to(value) =>

#include "league/claim.hpp"

extern int value;
#pragma omp declare target to(value)

static int read_on_device(int* on_host) {
  int seen = 0;
  int here = 1;
  #pragma omp target map(from : seen, here)
  {
    here = omp_is_initial_device();
    seen = value;
    value += 1;
  }
  *on_host = here;
  return seen;
}

int value = 7;

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  value = 100;
  for (int i = 0; i < 2; ++i) {
    int on_host = 1;
    claim.equal("value on the device", read_on_device(&on_host), 7 + i);
    claim.ran(on_host);
  }
  claim.equal("value on the host", value, 100);
  return claim.verdict();
}
