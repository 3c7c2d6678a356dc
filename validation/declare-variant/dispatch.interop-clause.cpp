// dispatch.interop-clause
// OpenMP 6.0, section 9.7.1: interop on dispatch gives the objects for append_args.
// Observed: the variant gets the object that is named.
// Seconds: 5
// Mutant: return n + 1 => return n + 2
// Mutant: dispatch interop(object) => dispatch novariants(1)

#include "league/claim.hpp"

static omp_interop_t got = omp_interop_none;
static int variant(int n, omp_interop_t object) {
  got = object;
  return n + 1;
}
#pragma omp declare variant(variant) match(construct = {dispatch}) append_args(interop(target))
static int base(int n) { return n; }

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  omp_interop_t object = omp_interop_none;
  int on_host = 1;
  int value = 0;
  #pragma omp interop init(target : object)
  #pragma omp dispatch interop(object)
  value = base(5);
  #pragma omp interop destroy(object)
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  claim.ran(on_host);
  claim.equal("the variant was called", value, 6);
  return claim.verdict();
}
