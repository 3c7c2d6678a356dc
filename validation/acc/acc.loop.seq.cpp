// acc.loop.seq
// OpenACC 1.0, section 2.9.5 (unchecked): with seq the iterations of a loop are executed one after
// another.
// Observed: sums of all that went before, made in a loop that carries them.
// Mutant: sums[i] = sums[i - 1] + i => sums[i] = i
// Mutant: copy(sums) => copyin(sums)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 100;
  int sums[n] = {};
  #pragma acc parallel num_gangs(1) copy(sums) copyout(on_host)
  {
    #pragma acc loop seq
    for (int i = 1; i < n; ++i) sums[i] = sums[i - 1] + i;
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("sum so far", sums[i], i * (i + 1) / 2);
  return claim.verdict();
}
