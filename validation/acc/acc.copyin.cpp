// acc.copyin
// OpenACC 1.0, section 2.7.8 (unchecked): with copyin the value is copied to the device when the
// construct begins and not back when it ends.
// Observed: the region sees the value; what it stores does not appear on the host.
// Mutant: copyin(x) => copy(x)
// Mutant: copyin(x) => create(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int sum = 0;
  #pragma acc parallel num_gangs(1) copyin(x) copyout(sum, on_host)
  {
    sum = x[0] + x[1] + x[2] + x[3];
    x[0] = -1;
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  claim.equal("sum seen by the region", sum, 10);
  claim.equal("x on the host", x[0], 1);
  return claim.verdict();
}
