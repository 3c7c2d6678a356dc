// data.device-clause
// OpenMP 4.5, section 13.5: a target data construct maps to the device that its device clause
// names and to no other.
// Observed: presence on every device; a region on the named device sees the mapped value, not the
// host's poison.
// Mutant: target data map(to : x) device(named) => target data map(to : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  claim.needs_separate_memory();
  const int devices = omp_get_num_devices();
  const int named = devices - 1;
  omp_set_default_device(0);
  int x = 5;
  int seen = 0;
  int on_host = 1;
  int elsewhere = 0;  // devices where x is present though it was not mapped there
  int present = 0;

  #pragma omp target data map(to : x) device(named)
  {
    x = 6;
    for (int i = 0; i < devices; ++i)
      (i == named ? present : elsewhere) += omp_target_is_present(&x, i) != 0;
    #pragma omp target map(to : x) map(from : seen, on_host) device(named)
    {
      seen = x;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("present on the named device", present, 1);
  claim.equal("present on other devices", elsewhere, 0);
  claim.equal("seen on the named device", seen, 5);
  return claim.verdict();
}
