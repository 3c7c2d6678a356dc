// acc.update.if_present
// OpenACC 2.5, section 2.14.4 (unchecked): update with if_present does nothing for an item that is
// not on the device.
// Observed: the program goes on; the host keeps its value; an item that is there moves.
// Mutant: update self(x, y) if_present => wait

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x = 1;
  int y = 2;
  #pragma acc data copyin(y)
  {
    #pragma acc parallel num_gangs(1) present(y) copyout(on_host)
    {
      y = 20;
      on_host = acc_on_device(acc_device_host);
    }
    #pragma acc update self(x, y) if_present
  }
  claim.ran(on_host);
  claim.equal("absent item", x, 1);
  claim.equal("present item", y, 20);
  return claim.verdict();
}
