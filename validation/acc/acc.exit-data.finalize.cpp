// acc.exit-data.finalize
// OpenACC 2.5, section 2.6.6 (unchecked): exit data with finalize takes an item away however often
// it was entered; without, the last exit does.
// Observed: presence after two entries and one exit, with and without finalize.
// Mutant: finalize delete (x) => delete (x)
// Mutant: data delete (y) => data finalize delete (y)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x = 1;
  int y = 2;
  #pragma acc enter data copyin(x, y)
  #pragma acc enter data copyin(x, y)
  #pragma acc exit data finalize delete (x)
  #pragma acc exit data delete (y)
  claim.holds("absent after finalize", acc_is_present(&x, sizeof x) == 0);
  claim.holds("present without", acc_is_present(&y, sizeof y) != 0);
  #pragma acc exit data delete (y)
  claim.holds("absent after the last exit", acc_is_present(&y, sizeof y) == 0);
  #pragma acc parallel num_gangs(1) copyout(on_host)
  on_host = acc_on_device(acc_device_host);
  claim.ran(on_host);
  return claim.verdict();
}
