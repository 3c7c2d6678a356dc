// dt.unresolved-device-symbol
// OpenMP 4.5, section 7.8.1: a function that a region calls needs a version for the device; where
// there is none, the program must not get as far as a region with a wrong result.
// Observed: building fails, or the program is ended before the region is over.
// Expect: refused
// Diagnostic: for_the_host
// Mutant: for_the_host(20) => for_devices(20)
// With: dt.unresolved-device-symbol.part.cpp as object

#include "league/claim.hpp"

int for_the_host(int n);  // defined in the other file without declare target
#pragma omp declare target
int for_devices(int n);
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  claim.must_end_here();
  int result = 0;
  int on_host = 1;

  #pragma omp target map(from : result, on_host)
  {
    on_host = omp_is_initial_device();
    result = for_the_host(20);
  }
  return claim.survived();
}
