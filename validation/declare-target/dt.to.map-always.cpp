// dt.to.map-always
// OpenMP 4.5, section 5.8.3: the always modifier moves the value of a declare-target variable
// although its reference count is infinite.
// Observed: the region sees the host's value, and the host the region's.
// Mutant: map(always, tofrom : value) => map(tofrom : value)
// Mutant: map(always, tofrom : value) => map(always, to : value)

#include "league/claim.hpp"

int value = 7;
#pragma omp declare target to(value)

#pragma omp declare target
int bump(int n) {
  const int old = value;
  value += n;
  return old;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  value = 100;
  int seen = 0;
  int later = 0;
  int on_host = 1;

  #pragma omp target map(always, tofrom : value) map(from : seen, on_host)
  {
    on_host = omp_is_initial_device();
    seen = bump(11);
  }
  claim.ran(on_host);
  claim.equal("value seen by the region", seen, 100);
  claim.equal("value brought back", value, 111);

  value = 200;
  #pragma omp target map(from : later, on_host)
  {
    on_host = omp_is_initial_device();
    later = bump(0);
  }
  claim.ran(on_host);
  claim.equal("value kept by the device", later, 111);
  return claim.verdict();
}
