// target.device.device_num-modifier
// OpenMP 5.0, section 13.2: device(device_num: k) selects device k as device(k) does.
// Observed: every region reads the value of a declare target variable that was stored on its
// device.
// Mutant: device(device_num : d) => device(device_num : 0)

#include "league/claim.hpp"

#pragma omp declare target
int seed = -1;
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  const int devices = omp_get_num_devices();

  for (int d = 0; d < devices; ++d) {
    seed = 31 * (d + 1);
    #pragma omp target update to(seed) device(d)
  }
  seed = -2;

  for (int d = devices - 1; d >= 0; --d) {
    int seen = 0;
    int on_host = 1;

    #pragma omp target device(device_num : d) map(from : seen, on_host)
    {
      seen = seed;
      on_host = omp_is_initial_device();
    }

    claim.ran(on_host);
    claim.equal("value stored on the device", seen, 31 * (d + 1));
  }
  return claim.verdict();
}
