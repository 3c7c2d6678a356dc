// acc.create
// OpenACC 1.0, section 2.7.10 (unchecked): with create the item has memory on the device for as
// long as the construct lasts, and nothing is copied.
// Observed: a second region reads what the first one stored, not what the host stored meanwhile;
// the host keeps its values.
// Mutant: create(x) => copyout(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[8];
  int right = 0;
  #pragma acc data create(x)
  {
    #pragma acc parallel num_gangs(1) present(x)
    for (int i = 0; i < 8; ++i) x[i] = 7 * i;
    for (int& one : x) one = -1;
    #pragma acc parallel num_gangs(1) present(x) copy(right) copyout(on_host)
    {
      for (int i = 0; i < 8; ++i) right += x[i] == 7 * i;
      on_host = acc_on_device(acc_device_host);
    }
  }
  claim.ran(on_host);
  claim.equal("elements that kept their value", right, 8);
  for (const int one : x) claim.equal("x on the host", one, -1);
  return claim.verdict();
}
