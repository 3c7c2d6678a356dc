// rt.device_uid
// OpenMP 6.0, section 24.7, 24.8: omp_get_uid_from_device gives a text for a device, and
// omp_get_device_from_uid the number back.
// Observed: for every device and the host: the number that comes back.
// Where: host
// Mutant: from_uid(uid), device => from_uid(uid), device + 1
// Mutant: omp_invalid_device => 0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  for (int device = 0; device <= omp_get_num_devices(); ++device) {
    const char* uid = omp_get_uid_from_device(device);
    claim.holds("a text", uid != nullptr);
    if (uid != nullptr) claim.equal("number", omp_get_device_from_uid(uid), device);
  }
  claim.equal("of no device", omp_get_device_from_uid("no such device"), omp_invalid_device);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
