// interop.init-destroy-targetsync
// OpenMP 5.1, section 14.1: interop init(targetsync: object) makes an object for the device, or
// none where there is no foreign runtime; destroy sets it to omp_interop_none.
// Observed: the object after init, which held neither before, and after destroy; its device; a
// region in between.
// Where: host
// Mutant: interop init(targetsync : object) device(0) => taskwait

#include <cstring>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  omp_interop_t untouched;
  std::memset(&untouched, 0x5a, sizeof untouched);
  omp_interop_t object = untouched;

  #pragma omp interop init(targetsync : object) device(0)
  claim.holds("init wrote the object", object != untouched);
  int value = 0;
  #pragma omp target device(0) map(from : value)
  value = 5;
  claim.equal("value from a region", value, 5);
  if (object == untouched || object == omp_interop_none) return claim.verdict();

  int error = -100;
  const auto device = omp_get_interop_int(object, omp_ipr_device_num, &error);
  claim.equal("status of the query", error, int(omp_irc_success));
  claim.equal("device of the object", long(device), 0L);
  #pragma omp interop destroy(object)
  claim.holds("no object after destroy", object == omp_interop_none);
  return claim.verdict();
}
