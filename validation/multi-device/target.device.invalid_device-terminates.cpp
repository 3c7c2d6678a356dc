// target.device.invalid_device-terminates
// OpenMP 5.2, section 13.2: a target construct for the device number omp_invalid_device terminates
// the program.
// Observed: the program does not come past the region; the number is known only at run time.
// Expect: terminates
// Mutant: number = omp_invalid_device => number = omp_get_default_device()

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int x = 1;
  volatile int number = omp_invalid_device;
  claim.must_end_here();

  #pragma omp target device(number) map(tofrom : x)
  x = 2;

  return claim.survived();
}
