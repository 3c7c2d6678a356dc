// acc.routine.vector.nested-frame
// OpenACC 2.5, section 2.6.1 (unchecked): what a routine with vector declares outside of vector
// loops is one for all lanes; a vector loop in a routine that it calls reads and stores there.
// Observed: what the lanes found in arrays of the routine that called theirs, and what it found
// behind the loop.
// Mutant: from[i] + offset => from[i]
// Mutant: own[i] = g * i => own[i] = i

#include <openacc.h>

#include "league/claim.hpp"

#pragma acc routine vector
__attribute__((noinline)) void add(const int* from, int* to, const int& offset) {
  #pragma acc loop vector
  for (int i = 0; i < 64; ++i) to[i] = from[i] + offset;
}

#pragma acc routine vector
__attribute__((noinline)) int summed(int g) {
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
  return sum;
}

int main() {
  league::Claim claim;
  int on_host = 1;
  int out[8] = {};
  #pragma acc parallel loop gang num_gangs(8) vector_length(32) copy(out) copy(on_host)
  for (int g = 0; g < 8; ++g) {
    out[g] = summed(g);
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
