// acc.loop.independent
// OpenACC 1.0, section 2.9.6 (unchecked): iterations of a loop with independent in a kernels
// construct are each executed once.
// Observed: how often each iteration was executed, by what it added.
// Mutant: copy(count) => copyin(count)
// Mutant: i + 1; => i + 2;

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 1000;
  int count[n] = {};
  #pragma acc kernels copy(count) copy(on_host)
  #pragma acc loop independent
  for (int i = 0; i < n; ++i) {
    count[i] += i + 1;
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("iteration", count[i], i + 1);
  return claim.verdict();
}
