// target.device.identity-by-declare-target
// OpenMP 4.5, section 13.2: the device clause selects the device on which a region is executed and
// on which a declare target variable is updated; each device has its own copy of it.
// Observed: every region reads the value that was stored on its device, although all were stored
// before and in another order.
// Mutant: omp target device(d) => omp target device(0)
// Mutant: update to(seed) device(d) => update to(seed) device(0)

#include "league/claim.hpp"

#pragma omp declare target
int seed = -1;
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  const int devices = omp_get_num_devices();

  for (int d = 0; d < devices; ++d) {
    seed = 100 + 7 * d;
    #pragma omp target update to(seed) device(d)
  }
  seed = -2;

  for (int d = devices - 1; d >= 0; --d) {
    int seen = 0;
    int on_host = 1;

    #pragma omp target device(d) map(from : seen, on_host)
    {
      seen = seed;
      on_host = omp_is_initial_device();
    }

    claim.ran(on_host);
    claim.equal("value stored on the device", seen, 100 + 7 * d);
  }
  claim.equal("value on the host", seed, -2);
  return claim.verdict();
}
