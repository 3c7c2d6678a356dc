// target.device.number
// OpenMP 4.5, section 13.2: the device clause selects the device by its number; in the region
// omp_get_device_num returns that number.
// Observed: the number that each region reports.
// Mutant: device(d) => device(0)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  const int devices = omp_get_num_devices();

  for (int d = 0; d < devices; ++d) {
    int number = -1;
    int on_host = 1;

    #pragma omp target device(d) map(from : number, on_host)
    {
      number = omp_get_device_num();
      on_host = omp_is_initial_device();
    }

    claim.ran(on_host);
    claim.equal("number of the device", number, d);
  }
  return claim.verdict();
}
