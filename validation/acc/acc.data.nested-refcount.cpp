// acc.data.nested-refcount
// OpenACC 2.5, section 2.6.7 (unchecked): an item that is on the device already is not copied by
// an inner construct; it is copied back by the outermost one.
// Observed: the value on the host after the inner region and after the outer one.
// Mutant: data copy(x) => data copyin(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x = 1;
  #pragma acc data copy(x)
  {
    #pragma acc parallel num_gangs(1) copy(x) copyout(on_host)
    {
      x += 10;
      on_host = acc_on_device(acc_device_host);
    }
    claim.equal("x while it is mapped", x, 1);
  }
  claim.ran(on_host);
  claim.equal("x at the end", x, 11);
  return claim.verdict();
}
