// par.parallel-masked
// OpenMP 5.1, section 17.1: parallel masked filter(k) executes its block by thread k of a new
// team.
// Observed: how often it ran, by which thread and at which level.
// Where: host
// Mutant: filter(chosen) => filter(chosen + 1000)
// Mutant: ++ran => ran += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int ran = 0;
  int thread = -1;
  int level = -1;
  volatile int given = 0;
  const int chosen = given;
  #pragma omp parallel masked filter(chosen) num_threads(4) shared(ran, thread, level)
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
