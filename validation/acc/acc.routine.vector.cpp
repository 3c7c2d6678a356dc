// acc.routine.vector
// OpenACC 2.0, section 2.15.1 (unchecked): a function with routine vector may share its loop by
// the lanes of the gang that calls it.
// Observed: each element is written once.
// Mutant: row[i] += offset + i => row[i] += i
// Mutant: copy(out) => copyin(out)

#include <openacc.h>

#include "league/claim.hpp"

#pragma acc routine vector
void fill(int* row, int offset) {
  #pragma acc loop vector
  for (int i = 0; i < 32; ++i) row[i] += offset + i;
}

int main() {
  league::Claim claim;
  int on_host = 1;
  int out[8][32] = {};
  #pragma acc parallel loop gang num_gangs(8) vector_length(32) copy(out) copy(on_host)
  for (int g = 0; g < 8; ++g) {
    fill(out[g], 100 * (g + 1));
    if (g == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < 256; ++i)
    claim.equal("element", out[i / 32][i % 32], 100 * (i / 32 + 1) + i % 32);
  return claim.verdict();
}
