// acc.update.device-self
// OpenACC 1.0, section 2.14.4 (unchecked): update device gives the copy on the device the values
// of the host, update self the host those of the device.
// Observed: what regions and host see after each.
// Mutant: update device(x[2 : 3]) => update device(x)
// Mutant: update self(x[6 : 2]) => update self(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int seen[8] = {};
  #pragma acc data copyin(x)
  {
    for (int i = 0; i < 8; ++i) x[i] += 100;
    #pragma acc update device(x[2 : 3])
    #pragma acc parallel num_gangs(1) present(x) copyout(seen, on_host)
    {
      for (int i = 0; i < 8; ++i) {
        seen[i] = x[i];
        x[i] = 1000 + i;
      }
      on_host = acc_on_device(acc_device_host);
    }
    #pragma acc update self(x[6 : 2])
  }
  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) {
    claim.equal("seen after device", seen[i], i + (i >= 2 && i < 5 ? 100 : 0));
    claim.equal("on the host after self", x[i], i + (i >= 6 ? 1000 : 100));
  }
  return claim.verdict();
}
