// acc.implicit.array-copy
// OpenACC 1.0, section 2.5.1 (unchecked): an array that a parallel construct uses without listing
// it is copied both ways.
// Observed: results made from the old elements come back.
// Mutant: copyout(on_host) => copyout(on_host) copyin(a)
// Mutant: copyout(on_host) => copyout(on_host) firstprivate(a)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int a[5] = {1, 2, 3, 4, 5};
  #pragma acc parallel num_gangs(1) copyout(on_host)
  {
    for (int i = 0; i < 5; ++i) a[i] = 10 * a[i] + 1;
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < 5; ++i) claim.equal("element", a[i], 10 * (i + 1) + 1);
  return claim.verdict();
}
