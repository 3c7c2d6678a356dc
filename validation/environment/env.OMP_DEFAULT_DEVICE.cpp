// env.OMP_DEFAULT_DEVICE
// OpenMP 4.0, section 21.2.7: OMP_DEFAULT_DEVICE sets the device that constructs without a device
// clause use.
// Observed: omp_get_default_device, and a variable that has another value on each device, as a
// region without a device clause reads it.
// Environment: OMP_DEFAULT_DEVICE=1
// Mutant: #pragma omp target map(from : seen, on_host) => #pragma omp target device(0) map(from :
// seen, on_host)

#include "league/claim.hpp"

#pragma omp declare target
int place = -1;
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  for (int device = 0; device < omp_get_num_devices(); ++device) {
    place = 100 + device;
    #pragma omp target update to(place) device(device)
  }
  place = -2;
  int seen = -1;
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    seen = place;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("default device", omp_get_default_device(), 1);
  claim.equal("value on the device that ran the region", seen, 101);
  return claim.verdict();
}
