// acc.rt.acc_is_present
// OpenACC 2.0, section 3.2.36 (unchecked): acc_copyin makes a copy on the device, acc_is_present
// tells of it, acc_copyout copies back and takes it away.
// Observed: presence before, between and after; the value that a region made.
// Mutant: acc_copyout(x, sizeof x) => acc_delete(x, sizeof x)
// Mutant: acc_copyin(x, sizeof x) => acc_create(x, sizeof x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  claim.holds("absent at first", acc_is_present(x, sizeof x) == 0);
  acc_copyin(x, sizeof x);
  claim.holds("present between", acc_is_present(x, sizeof x) != 0);
  #pragma acc parallel num_gangs(1) present(x) copyout(on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] *= 10;
    on_host = acc_on_device(acc_device_host);
  }
  acc_copyout(x, sizeof x);
  claim.holds("absent at the end", acc_is_present(x, sizeof x) == 0);
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("x", x[i], 10 * (i + 1));
  return claim.verdict();
}
