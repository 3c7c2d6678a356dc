// rt.get_num_devices
// OpenMP 5.1, section 18.7.3: omp_get_num_devices tells how many devices there are beside the
// host, and the number of the host device, which is omp_get_initial_device, equals it.
// Observed: the two numbers; the default device can be any number from zero up to it.
// Where: host
// Mutant: omp_get_initial_device(), devices => omp_get_default_device(), devices

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int devices = omp_get_num_devices();
  claim.holds("not negative", devices >= 0);
  claim.equal("number of the host device", omp_get_initial_device(), devices);
  for (int i = 0; i <= devices; ++i) {
    omp_set_default_device(i);
    claim.equal("number of devices with another default", omp_get_num_devices(), devices);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
