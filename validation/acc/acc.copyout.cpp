// acc.copyout
// OpenACC 1.0, section 2.7.9 (unchecked): with copyout the value is copied from the device when
// the construct ends.
// Observed: what the region stored replaces every element on the host.
// Mutant: copyout(x) => create(x)
// Mutant: copyout(x) => copyin(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int x[64];
  for (int& one : x) one = -1;
  #pragma acc parallel num_gangs(1) copyout(x) copyout(on_host)
  {
    for (int i = 0; i < 64; ++i) x[i] = 3 * i;
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < 64; ++i) claim.equal("x on the host", x[i], 3 * i);
  return claim.verdict();
}
