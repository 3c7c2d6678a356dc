// acc.reduction.add
// OpenACC 1.0, section 2.9.11 (unchecked): a reduction with + combines the contributions of all
// iterations and the value that the original had.
// Observed: the result against that of a plain loop.
// Mutant: r = r + v; => r = r;

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 1000;
  int r = 3;
  int expected = 3;
  for (int i = 0; i < n; ++i) {
    const int v = i % 7;
    expected = expected + v;
  }
  #pragma acc parallel loop reduction(+ : r) copy(r) copy(on_host)
  for (int i = 0; i < n; ++i) {
    const int v = i % 7;
    r = r + v;
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  claim.equal("result", r, expected);
  return claim.verdict();
}
