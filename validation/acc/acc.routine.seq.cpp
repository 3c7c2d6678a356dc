// acc.routine.seq
// OpenACC 2.0, section 2.15.1 (unchecked): a function with routine seq is compiled for the device
// and can be called by each lane.
// Observed: values of a function that calls another one.
// Mutant: return 3 * n => return 2 * n
// Mutant: copy(out) => copyin(out)

#include <openacc.h>

#include "league/claim.hpp"

#pragma acc routine seq
int inner(int n) { return 3 * n; }
#pragma acc routine seq
int outer(int n) { return inner(n) + 1; }

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 100;
  int out[n] = {};
  #pragma acc parallel loop copy(out) copy(on_host)
  for (int i = 0; i < n; ++i) {
    out[i] = outer(i);
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("value", out[i], 3 * i + 1);
  return claim.verdict();
}
