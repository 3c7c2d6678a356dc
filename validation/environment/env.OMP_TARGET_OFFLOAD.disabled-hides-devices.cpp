// env.OMP_TARGET_OFFLOAD.disabled-hides-devices
// OpenMP 5.0, section 21.2.8: with OMP_TARGET_OFFLOAD=disabled the program behaves as if the host
// were the only device.
// Observed: the number of devices; a region runs on the host with the host's storage.
// Where: host
// Environment: OMP_TARGET_OFFLOAD=DISABLED
// Mutant: map(to : x) => firstprivate(x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x = 1;
  int on_host = 0;
  int kept = 1;

  #pragma omp target map(to : x) map(from : on_host)
  {
    x = 2;
    kept = 2;
    on_host = omp_is_initial_device();
  }

  claim.equal("the region ran on the host", on_host, 1);
  claim.equal("the region used the host's storage", x, 2);
  claim.equal("a scalar that is firstprivate by rule", kept, 1);
  claim.equal("devices besides the host", omp_get_num_devices(), 0);
  return claim.verdict();
}
