// interop.use
// OpenMP 5.1, section 14.1: interop use(obj) on an initialised object makes the foreign
// synchronisation object usable; destroy ends it.
// Observed: the constructs are accepted one after the other, and the object is omp_interop_none at
// the end.
// Mutant: interop destroy(object) => interop use(object)
// Mutant: interop use(object) => interop used(object)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  omp_interop_t object = omp_interop_none;
  int on_host = 1;
  #pragma omp interop init(target : object)
  #pragma omp interop use(object)
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  #pragma omp interop destroy(object)
  claim.ran(on_host);
  claim.holds("nothing is left", object == omp_interop_none);
  return claim.verdict();
}
