// task.taskgraph.graph_reset
// OpenMP 6.0, section 14.3: graph_reset forgets the recorded graph and records anew.
// Observed: how often each task ran.
// Where: host
// Seconds: 5
// Mutant: ran[i] += 1 => ran[i] += 2
// Mutant: pass < 3 => pass < 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int ran[10] = {};
  int level = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int pass = 0; pass < 3; ++pass) {
      #pragma omp taskgraph graph_reset(1)
      {
        for (int i = 0; i < 10; ++i) {
          #pragma omp task firstprivate(i) shared(ran, level)
          {
            #pragma omp atomic
            ran[i] += 1;
            if (i == 0) level = omp_get_level();
          }
        }
      }
    }
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < 10; ++i) claim.equal("times a task ran", ran[i], 3);
  return claim.verdict();
}
