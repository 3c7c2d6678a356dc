// acc.loop.tile
// OpenACC 2.0, section 2.9.8 (unchecked): with tile the loops of a nest are executed in tiles,
// each iteration once.
// Observed: each pair of indices is executed once, where tiles do not fit the bounds.
// Mutant: copy(count) => copyin(count)
// Mutant: += 10 * i + j => += 10 * i

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int count[30][20] = {};
  #pragma acc parallel loop tile(4, 8) copy(count) copy(on_host)
  for (int i = 0; i < 30; ++i)
    for (int j = 0; j < 20; ++j) {
      count[i][j] += 10 * i + j;
      if (i == 0 && j == 0) on_host = acc_on_device(acc_device_host);
    }
  claim.ran(on_host);
  for (int i = 0; i < 600; ++i) claim.equal("pair", count[i / 20][i % 20], 10 * (i / 20) + i % 20);
  return claim.verdict();
}
