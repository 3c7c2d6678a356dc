// acc.enter-exit-data
// OpenACC 2.0, section 2.6.6 (unchecked): what enter data copies in stays on the device until exit
// data takes it away.
// Observed: presence between and behind; the region sees the value from the entry, the host gets
// the result at the exit.
// Mutant: exit data copyout(x) => exit data delete(x)
// Mutant: enter data copyin(x) => enter data create(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[16];
  for (int i = 0; i < 16; ++i) x[i] = i;
  #pragma acc enter data copyin(x)
  claim.holds("present between", acc_is_present(x, sizeof x) != 0);
  for (int& one : x) one = -1;
  #pragma acc parallel num_gangs(1) present(x) copyout(on_host)
  {
    for (int i = 0; i < 16; ++i) x[i] += 100;
    on_host = acc_on_device(acc_device_host);
  }
  claim.equal("host before the exit", x[3], -1);
  #pragma acc exit data copyout(x)
  claim.holds("absent behind", acc_is_present(x, sizeof x) == 0);
  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) claim.equal("x", x[i], i + 100);
  return claim.verdict();
}
