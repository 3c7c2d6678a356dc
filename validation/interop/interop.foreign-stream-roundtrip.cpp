// interop.foreign-stream-roundtrip
// OpenMP 5.1, section 14.1: an object from interop init(targetsync: object) carries the stream of
// the foreign runtime; the construct is in order with target tasks through its depend clauses.
// Observed: the stream; the value of a deferred region when init is done, and that of the next one.
// Where: host
// Mutant: init(targetsync : object) device(0) => init(target : object) device(0)
// Environment: LIBOMP_USE_HIDDEN_HELPER_TASK=0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  omp_interop_t object = omp_interop_none;
  int data = 0;
  int seen = 0;

  #pragma omp target nowait device(0) depend(out : data) map(tofrom : data)
  data = 20;
  #pragma omp interop init(targetsync : object) device(0) depend(inout : data)
  claim.equal("value of the region when init is done", data, 20);
  claim.needs(object != omp_interop_none, "a foreign runtime on the device");

  int error = -100;
  claim.holds("a stream", omp_get_interop_ptr(object, omp_ipr_targetsync, &error) != nullptr);
  claim.equal("status of the query", error, int(omp_irc_success));
  #pragma omp target nowait device(0) depend(inout : data) map(tofrom : data, seen)
  {
    data += 22;
    seen = data;
  }
  #pragma omp interop destroy(object) depend(inout : data)
  claim.holds("no object after destroy", object == omp_interop_none);
  claim.equal("value of the next region", seen, 42);
  return claim.verdict();
}
