// acc.loop.nest
// OpenACC 1.0, section 2.9 (unchecked): loops of a nest may be shared by gangs, workers and lanes,
// a level each.
// Observed: each element of a block of three dimensions is written once.
// Mutant: copy(count) => copyin(count)
// Mutant: += 1 + k => += k

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  constexpr int n = 8;
  int count[n][n][n] = {};
  #pragma acc parallel num_gangs(4) num_workers(2) vector_length(32) copy(count) copy(on_host)
  #pragma acc loop gang
  for (int i = 0; i < n; ++i) {
    #pragma acc loop worker
    for (int j = 0; j < n; ++j) {
      #pragma acc loop vector
      for (int k = 0; k < n; ++k) {
        count[i][j][k] += 1 + k;
        if (i + j + k == 0) on_host = acc_on_device(acc_device_host);
      }
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < n * n * n; ++i)
    claim.equal("element", count[i / (n * n)][i / n % n][i % n], 1 + i % n);
  return claim.verdict();
}
