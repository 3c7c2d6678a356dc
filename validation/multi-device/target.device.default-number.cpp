// target.device.default-number
// OpenMP 6.1, section B.2 of 6.1 (unchecked): the constant omp_default_device stands for the
// default device wherever a device number does.
// Observed: where a region with it runs, and the number it stands for.
// Mutant: device(omp_default_device) => device(omp_get_initial_device())
// Mutant: value = 3 => value = 4

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int on_host = 1;
  int value = 0;
  #pragma omp target device(omp_default_device) map(from : on_host, value)
  {
    value = 3;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("value", value, 3);
  return claim.verdict();
}
