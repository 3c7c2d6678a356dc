// task.taskgraph.nogroup
// OpenMP 6.0, section 14.3: taskgraph takes nogroup: with nogroup its tasks are not waited
// for at its end.
// Observed: how often each task ran in three passes.
// Where: host
// Hint: a graph that is recorded or not, with nogroup or without, runs the same tasks
// Mutant: ran[i] += 1 => ran[i] += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int ran[10] = {};
  int level = 0;
  volatile int given = 0;
  const int recorded = given;
  #pragma omp parallel num_threads(4) shared(ran, level)
  #pragma omp single
  {
    for (int pass = 0; pass < 3 + recorded; ++pass) {
      #pragma omp taskgraph nogroup
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
      #pragma omp taskwait
    }
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < 10; ++i) claim.equal("times a task ran", ran[i], 3);
  return claim.verdict();
}
