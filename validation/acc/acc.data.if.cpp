// acc.data.if
// OpenACC 1.0, section 2.6.5 (unchecked): a data construct whose if clause is false makes no copy
// on the device.
// Observed: presence in a region with a false and with a true condition.
// Mutant: if (never) => if (!never)
// Mutant: if (!never) => if (never)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  volatile int condition = 0;
  const bool never = condition != 0;
  int x = 1;
  bool there[2] = {};
  #pragma acc data copyin(x) if (never)
  there[0] = acc_is_present(&x, sizeof x) != 0;
  #pragma acc data copyin(x) if (!never)
  there[1] = acc_is_present(&x, sizeof x) != 0;
  #pragma acc parallel num_gangs(1) copyout(on_host)
  on_host = acc_on_device(acc_device_host);
  claim.ran(on_host);
  claim.holds("absent with a false condition", !there[0]);
  claim.holds("present with a true condition", there[1]);
  return claim.verdict();
}
