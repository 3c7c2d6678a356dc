// acc.present
// OpenACC 1.0, section 2.7.6 (unchecked): with present an item that is on the device is used
// there, and nothing is copied.
// Observed: the region sees the value from when the data region began.
// Mutant: data copyin(x) => data create(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x = 1;
  int seen = 0;
  #pragma acc data copyin(x)
  {
    x = 2;
    #pragma acc parallel num_gangs(1) present(x) copyout(seen, on_host)
    {
      seen = x;
      on_host = acc_on_device(acc_device_host);
    }
  }
  claim.ran(on_host);
  claim.equal("value seen by the region", seen, 1);
  claim.equal("value on the host", x, 2);
  return claim.verdict();
}
