// dt.device_type-nohost
// OpenMP 5.0, section 13.1: a function with device_type(nohost) exists for devices only; a variant
// chooses it there, and the host keeps the base.
// Observed: which of the two was called in the region and on the host.
// Mutant: match(device = {kind(nohost)}) => match(device = {kind(host)})

#include "league/claim.hpp"

int for_devices();
#pragma omp declare target to(for_devices) device_type(nohost)
int for_devices() { return 2; }

#pragma omp declare variant(for_devices) match(device = {kind(nohost)})
int chosen() { return 1; }

int main() {
  league::Claim claim;
  int in_region = 0;
  int on_host = 1;

  #pragma omp target map(from : in_region, on_host)
  {
    on_host = omp_is_initial_device();
    in_region = chosen();
  }
  claim.ran(on_host);
  claim.equal("choice in the region", in_region, on_host ? 1 : 2);
  claim.equal("choice on the host", chosen(), 1);
  return claim.verdict();
}
