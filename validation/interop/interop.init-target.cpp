// interop.init-target
// OpenMP 5.1, section 14.1: an object from interop init(target: object) belongs to the device that
// the device clause names.
// Observed: the device number among the properties of an object for each device; none at the end.
// Where: host
// Mutant: init(target : object) device(k) => init(target : object) device(0)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  const int count = omp_get_num_devices();
  int made = 0;
  for (int k = 0; k < count; ++k) {
    omp_interop_t object = omp_interop_none;
    #pragma omp interop init(target : object) device(k)
    if (object == omp_interop_none) continue;
    ++made;
    int error = -100;
    const auto device = omp_get_interop_int(object, omp_ipr_device_num, &error);
    claim.equal("status of the query", error, int(omp_irc_success));
    claim.equal("device of the object", long(device), long(k));
    #pragma omp interop destroy(object)
    claim.holds("no object after destroy", object == omp_interop_none);
  }
  claim.needs(made > 0, "a foreign runtime on a device");
  return claim.verdict();
}
