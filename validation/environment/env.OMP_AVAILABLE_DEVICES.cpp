// env.OMP_AVAILABLE_DEVICES
// OpenMP 6.0, section 4.3.7: OMP_AVAILABLE_DEVICES chooses which devices there are; with only the
// host listed there is none besides.
// Observed: the number of devices; a region runs on the host.
// Where: host
// Environment: OMP_AVAILABLE_DEVICES=!* OMP_TARGET_OFFLOAD=DEFAULT
// Mutant: map(from : on_host) => map(from : on_host) map(tofrom : kept)
// Mutant: devices(), 0 => devices(), 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const bool knows = omp_get_uid_from_device(omp_get_initial_device()) != nullptr;
  int on_host = 0;
  int kept = 1;
  #pragma omp target map(from : on_host)
  {
    kept = 2;
    on_host = omp_is_initial_device();
  }
  claim.holds("the runtime names devices", knows);
  claim.equal("devices", omp_get_num_devices(), 0);
  claim.equal("on the host", on_host, 1);
  claim.equal("firstprivate by rule", kept, 1);
  return claim.verdict();
}
