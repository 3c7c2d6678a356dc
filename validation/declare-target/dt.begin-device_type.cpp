// dt.begin-device_type
// OpenMP 5.1, section 7.8.2: begin declare target takes device_type; with any the functions behind
// it exist on both sides, with nohost only for devices, where a variant may choose them.
// Observed: the value of each function in a region and on the host.
// Mutant: match(device = {kind(nohost)}) => match(device = {kind(host)})

#include "league/claim.hpp"

#pragma omp begin declare target device_type(any)
int anywhere(int n) { return omp_is_initial_device() ? -n : n; }
#pragma omp end declare target

#pragma omp begin declare target device_type(nohost)
int for_devices(int n) { return 2 * n; }
#pragma omp end declare target

#pragma omp declare variant(for_devices) match(device = {kind(nohost)})
int chosen(int n) { return 3 * n; }

int main() {
  league::Claim claim;
  int both = 0;
  int choice = 0;
  int on_host = 1;

  #pragma omp target map(from : both, choice, on_host)
  {
    on_host = omp_is_initial_device();
    both = anywhere(5);
    choice = chosen(5);
  }
  claim.ran(on_host);
  claim.equal("function for both, on the device", both, on_host ? -5 : 5);
  claim.equal("function for both, on the host", anywhere(5), -5);
  claim.equal("choice on the device", choice, on_host ? 15 : 10);
  claim.equal("choice on the host", chosen(5), 15);
  return claim.verdict();
}
