// par.parallel-master
// OpenMP 5.0, section 17.1: parallel master executes its block by the primary thread of a new
// team.
// Observed: how often it ran, by which thread and at which level.
// Where: host
// Mutant: parallel master num_threads(4) => parallel num_threads(4) if(0) private(ran)
// Mutant: ++ran => ran += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int ran = 0;
  int thread = -1;
  int level = -1;
  #pragma omp parallel master num_threads(4) shared(ran, thread, level)
  {
    ++ran;
    thread = omp_get_thread_num();
    level = omp_get_level();
  }
  claim.equal("times it ran", ran, 1);
  claim.equal("thread", thread, 0);
  claim.equal("nesting level", level, 1);
  return claim.verdict();
}
