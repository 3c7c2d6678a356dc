// target.device.out-of-range-terminates
// OpenMP 5.2, section 21.2.8: where offload is mandatory (OMP_TARGET_OFFLOAD=MANDATORY), a device
// clause with a number that no device has terminates the program.
// Observed: the program does not come past the region.
// Expect: terminates
// Mutant: device(beyond) => device(omp_get_default_device())

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);  // the number of devices itself stands for the host
  const int beyond = omp_get_num_devices() + 1;
  int x = 1;
  claim.must_end_here();

  #pragma omp target device(beyond) map(tofrom : x)
  x = 2;

  return claim.survived();
}
