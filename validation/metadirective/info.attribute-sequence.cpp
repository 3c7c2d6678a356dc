// info.attribute-sequence
// OpenMP 5.1, section 3.1: the sequence attribute applies directives one inside the other, the last
// to the statement itself.
// Observed: each iteration once, in a parallel region; the nesting level.
// Where: host
// Mutant: sequence(directive(parallel num_threads(2)), directive(for)) => directive(for)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int count[32];
  int level[32];
  for (int i = 0; i < 32; ++i) count[i] = level[i] = 0;

  [[omp::sequence(directive(parallel num_threads(2)), directive(for))]]
  for (int i = 0; i < 32; ++i) {
    [[omp::directive(atomic)]]++ count[i];
    level[i] = omp_get_level();
  }
  for (int i = 0; i < 32; ++i) {
    claim.equal("times an iteration ran", count[i], 1);
    claim.equal("its nesting level", level[i], 1);
  }
  return claim.verdict();
}
