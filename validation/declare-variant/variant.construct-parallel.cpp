// variant.construct-parallel
// OpenMP 5.0, section 7.5.4: a variant that matches construct={parallel} replaces calls in a
// parallel construct and no others.
// Observed: which function was called by each thread, before and after.
// Where: host
// Mutant: construct = {parallel} => construct = {target}

#include "league/claim.hpp"

int in_parallel() { return 2; }
#pragma omp declare variant(in_parallel) match(construct = {parallel})
int chosen() { return 1; }

int main() {
  league::Claim claim;
  int inside[64];
  for (int i = 0; i < 64; ++i) inside[i] = 0;
  int count = 0;

  claim.equal("choice before", chosen(), 1);
  #pragma omp parallel num_threads(4) shared(inside, count)
  {
    inside[omp_get_thread_num()] = chosen();
    #pragma omp atomic
    ++count;
  }
  for (int i = 0; i < count; ++i) claim.equal("choice of a thread", inside[i], 2);
  claim.equal("choice after", chosen(), 1);
  return claim.verdict();
}
