// interop.prefer_type
// OpenMP 5.1, section 14.1.2: prefer_type names foreign runtimes in order of preference; where none
// of them is there, the implementation chooses.
// Observed: with unknown preferences, as numbers and as text, the object is written; one that was
// made is of a runtime that exists.
// Where: host
// Mutant: interop init(prefer_type("no such runtime", 4711), target : object) device(0) => taskwait

#include <cstring>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  omp_interop_t untouched;
  std::memset(&untouched, 0x5a, sizeof untouched);
  omp_interop_t object = untouched;

  #pragma omp interop init(prefer_type("no such runtime", 4711), target : object) device(0)
  claim.holds("init wrote the object", object != untouched);
  if (object == untouched || object == omp_interop_none) return claim.verdict();

  int error = -100;
  claim.holds("number of a runtime that exists",
              omp_get_interop_int(object, omp_ipr_fr_id, &error) != 4711);
  claim.equal("status of the query", error, int(omp_irc_success));
  #pragma omp interop destroy(object)
  claim.holds("no object after destroy", object == omp_interop_none);
  return claim.verdict();
}
