// acc.loop.collapse
// OpenACC 1.0, section 2.9.1 (unchecked): with collapse(2) the iterations of two loops are one
// space.
// Observed: each pair of indices is executed once.
// Mutant: copy(count) => copyin(count)
// Mutant: += 10 * i + j => += 10 * i

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int count[30][20] = {};
  #pragma acc parallel loop collapse(2) copy(count) copy(on_host)
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 20; ++j) {
      count[i][j] += 10 * i + j;
      if (i == 0 && j == 0) on_host = acc_on_device(acc_device_host);
    }
  claim.ran(on_host);
  for (int i = 0; i < 600; ++i) claim.equal("pair", count[i / 20][i % 20], 10 * (i / 20) + i % 20);
  return claim.verdict();
}
