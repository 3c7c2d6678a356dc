// acc.routine.vector.caller-frame
// OpenACC 2.5, section 2.6.1 (unchecked): what a block of a gang declares outside of vector loops
// is one for all lanes; a vector loop in a routine that gets its address reads and stores there.
// Observed: what lanes found in arrays of the function that called theirs, and it behind the loop.
// Mutant: from[i] + offset => from[i]
// Mutant: own[i] = g * i => own[i] = i

#include <openacc.h>

#include "league/claim.hpp"

#pragma acc routine vector
__attribute__((noinline)) void add(const int* from, int* to, const int& offset) {
  #pragma acc loop vector
  for (int i = 0; i < 64; ++i) to[i] = from[i] + offset;
}

int main() {
  league::Claim claim;
  int on_host = 1;
  int out[8] = {};
  #pragma acc parallel loop gang num_gangs(8) vector_length(32) copy(out) copy(on_host)
  for (int g = 0; g < 8; ++g) {
    int own[64];
    int sums[64];
    const int offset = 100 + g;
    for (int i = 0; i < 64; ++i) {
      own[i] = g * i;
      sums[i] = 0;
    }
    add(own, sums, offset);
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += (i + 1) * sums[i];
    out[g] = sum;
    if (g == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int g = 0; g < 8; ++g) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += (i + 1) * (g * i + 100 + g);
    claim.equal("sum of a gang", out[g], sum);
  }
  return claim.verdict();
}
