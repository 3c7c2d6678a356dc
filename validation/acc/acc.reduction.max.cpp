// acc.reduction.max
// OpenACC 1.0, section 2.9.11 (unchecked): a reduction with max combines the contributions of all
// iterations and the value that the original had.
// Observed: the result against that of a plain loop.
// Mutant: r = v > r ? v : r; => r = r;

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 1000;
  int r = -5;
  int expected = -5;
  for (int i = 0; i < n; ++i) {
    const int v = (i * 37) % 1009;
    expected = v > expected ? v : expected;
  }
  #pragma acc parallel loop reduction(max : r) copy(r) copy(on_host)
  for (int i = 0; i < n; ++i) {
    const int v = (i * 37) % 1009;
    r = v > r ? v : r;
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  claim.equal("result", r, expected);
  return claim.verdict();
}
