// dt.device_type-host
// OpenMP 5.0, section 13.1: a function with device_type(host) is compiled for the host only.
// Observed: it may refer to what no device has; the host can call it, and regions run beside it.
// Mutant: device_type(host) => device_type(nohost)
// With: dt.device_type-host.part.cpp as object

#include "league/claim.hpp"

int defined_elsewhere(int n);  // for the host only

int for_the_host(int n);
#pragma omp declare target to(for_the_host) device_type(host)
int for_the_host(int n) { return defined_elsewhere(n) + 1; }

int main() {
  league::Claim claim;
  int result = 0;
  int on_host = 1;

  #pragma omp target map(from : result, on_host)
  {
    on_host = omp_is_initial_device();
    result = 6;
  }
  claim.ran(on_host);
  claim.equal("result of the region", result, 6);
  claim.equal("value of the function on the host", for_the_host(result), 43);
  return claim.verdict();
}
