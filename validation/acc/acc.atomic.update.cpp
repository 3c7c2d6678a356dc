// acc.atomic.update
// OpenACC 2.0, section 2.12 (unchecked): an atomic update of one place by many iterations loses
// none of them.
// Observed: a histogram of all iterations.
// Mutant: copy(bins) => copyin(bins)
// Mutant: ++bins[i % 7] => bins[i % 7] += 2

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 700;
  int bins[7] = {};
  #pragma acc parallel loop copy(bins) copy(on_host)
  for (int i = 0; i < n; ++i) {
    #pragma acc atomic update
    ++bins[i % 7];
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (const int one : bins) claim.equal("bin", one, n / 7);
  return claim.verdict();
}
