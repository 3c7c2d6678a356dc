// acc.loop.gang-worker-vector
// OpenACC 1.0, section 2.9.3 (unchecked): with gang worker vector the iterations are shared by
// gangs, workers and lanes.
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
  #pragma acc parallel loop gang worker vector num_gangs(4) num_workers(2) copy(count) copy(on_host)
  for (int i = 0; i < n; ++i) {
    count[i] += i + 1;
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("iteration", count[i], i + 1);
  return claim.verdict();
}
