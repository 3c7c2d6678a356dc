// acc.default.present
// OpenACC 2.5, section 2.5.15 (unchecked): with default(present) an array that no clause names has
// to be on the device and is used there.
// Observed: the region sees the values from when the data region began.
// Mutant: data copyin(x) => data create(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int sum = 0;
  #pragma acc data copyin(x)
  {
    for (int& one : x) one = 50;
    #pragma acc parallel num_gangs(1) copyout(sum, on_host) default(present)
    {
      sum = x[0] + x[1] + x[2] + x[3];
      on_host = acc_on_device(acc_device_host);
    }
  }
  claim.ran(on_host);
  claim.equal("sum seen by the region", sum, 10);
  return claim.verdict();
}
