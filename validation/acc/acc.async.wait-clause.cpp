// acc.async.wait-clause
// OpenACC 2.0, section 2.16.2 (unchecked): a region with a wait clause begins when the named queue
// has done its work.
// Observed: a region on a second queue works on what one on the first stored.
// Mutant: x[i] += 5 => x[i] += 6
// Mutant: copyout(x) => delete(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 512;
  int x[n];
  for (int i = 0; i < n; ++i) x[i] = i;
  #pragma acc enter data copyin(x)
  #pragma acc parallel loop present(x) async(1)
  for (int i = 0; i < n; ++i) x[i] += 5;
  #pragma acc parallel loop present(x) copy(on_host) async(2) wait(1)
  for (int i = 0; i < n; ++i) {
    x[i] *= 3;
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  #pragma acc wait
  #pragma acc exit data copyout(x)
  claim.ran(on_host);
  claim.needs_separate_memory();
  for (int i = 0; i < n; ++i) claim.equal("x", x[i], 3 * (i + 5));
  return claim.verdict();
}
