// acc.copy
// OpenACC 1.0, section 2.7.7 (unchecked): with copy the value is copied to the device and back.
// Observed: the region adds to the values of the host and the sums come back.
// Mutant: copy(x) => copyin(x)
// Mutant: copy(x) => copyout(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int x[16];
  for (int i = 0; i < 16; ++i) x[i] = i;
  #pragma acc parallel num_gangs(1) copy(x) copyout(on_host)
  {
    for (int i = 0; i < 16; ++i) x[i] += 1000;
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) claim.equal("x on the host", x[i], i + 1000);
  return claim.verdict();
}
