// acc.loop.private
// OpenACC 1.0, section 2.9.10 (unchecked): an item of a private clause of a loop is one for each
// iteration that runs beside others.
// Observed: a scratch array that each iteration fills and reads.
// Mutant: private(scratch) =>

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 256;
  int out[n] = {};
  int scratch[4] = {};
  #pragma acc parallel loop gang private(scratch) num_gangs(64) copy(out) copy(on_host)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k) scratch[k] = i + k;
    out[i] = scratch[0] + scratch[1] + scratch[2] + scratch[3];
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  claim.equal("the original", scratch[0], 0);
  for (int i = 0; i < n; ++i) claim.equal("sum of an iteration", out[i], 4 * i + 6);
  return claim.verdict();
}
