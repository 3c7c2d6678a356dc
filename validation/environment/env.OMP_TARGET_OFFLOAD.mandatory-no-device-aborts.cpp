// env.OMP_TARGET_OFFLOAD.mandatory-no-device-aborts
// OpenMP 5.0, section 21.2.8: with OMP_TARGET_OFFLOAD=mandatory a device construct for a device
// that is not available terminates the program.
// Observed: the program does not come past a region for a device beyond the last one (the variable
// is set for all claims).
// Expect: terminates
// Mutant: + 3) => * 0)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x = 1;
  claim.must_end_here();

  #pragma omp target device(omp_get_num_devices() + 3) map(tofrom : x)
  x = 2;

  return claim.survived();
}
