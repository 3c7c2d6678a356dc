// acc.implicit.scalar-firstprivate
// OpenACC 2.0, section 2.5.1 (unchecked): a scalar that a parallel construct uses without listing
// it is firstprivate.
// Observed: the region sees the value; what it stores does not come back.
// Mutant: copyout(seen, on_host) => copyout(seen, on_host) copy(scalar)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int scalar = 11;
  int seen = 0;
  #pragma acc parallel num_gangs(1) copyout(seen, on_host)
  {
    seen = scalar;
    scalar = 99;
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  claim.equal("value seen by the region", seen, 11);
  claim.equal("original", scalar, 11);
  return claim.verdict();
}
