// fb.device-num-in-region-matches
// OpenMP 5.0, section 18.7.4: omp_get_device_num tells the number of the device on which the call
// runs, in a region that of the default device or of the one its clause names.
// Observed: the number in a region without a device clause, and in one region for each device.
// Mutant: device(k) => device(0)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  const int devices = omp_get_num_devices();
  claim.equal("number on the host", omp_get_device_num(), omp_get_initial_device());
  int seen = -1;
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    seen = omp_get_device_num();
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("number in a region", seen, omp_get_default_device());

  for (int k = devices - 1; k >= 0; --k) {
    #pragma omp target device(k) map(from : seen, on_host)
    {
      seen = omp_get_device_num();
      on_host = omp_is_initial_device();
    }
    claim.ran(on_host);
    claim.equal("number in a region for each device", seen, k);
  }
  return claim.verdict();
}
