// target.device_type
// OpenMP 6.0, section 15.8: device_type(nohost) on target makes a region that has no version for
// the host.
// Observed: the region runs on the device.
// Mutant: value = 6 => value = 7
// Mutant: device_type(nohost) => device_type(host)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int value = 0;
  int on_host = 1;
  #pragma omp target device_type(nohost) map(from : value, on_host)
  {
    value = 6;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("value", value, 6);
  return claim.verdict();
}
