// task.taskloop.collapse-lastprivate
// OpenMP 4.5, section 12.6: taskloop takes collapse, and lastprivate has the value of the last
// iteration of all loops.
// Observed: each iteration once; the value behind the loops.
// Where: host
// Mutant: lastprivate(last) => firstprivate(last)
// Mutant: ++count => --count

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int count[60] = {};
  int last = -1;
  int level = -1;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  #pragma omp taskloop collapse(2) lastprivate(last) shared(count, level)
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 5; ++j) {
      #pragma omp atomic
      ++count[5 * i + j];
      last = 100 * i + j;
      if (i + j == 0) level = omp_get_level();
    }
  claim.equal("nesting level", level, 1);
  claim.equal("value of the last iteration", last, 1104);
  for (int i = 0; i < 60; ++i) claim.equal("times an iteration ran", count[i], 1);
  return claim.verdict();
}
