// target.device.invalid_device-constant
// OpenMP 5.2, section 13.2: the constant omp_invalid_device may stand in a device clause; a region
// that is executed with it terminates the program.
// Observed: the compiler accepts it; the program does not come past the region.
// Expect: terminates
// Mutant: device(omp_invalid_device) => device(omp_get_default_device())

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int x = 1;
  claim.must_end_here();

  #pragma omp target device(omp_invalid_device) map(tofrom : x)
  x = 2;

  return claim.survived();
}
