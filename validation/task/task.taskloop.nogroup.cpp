// task.taskloop.nogroup
// OpenMP 4.5, section 12.6: taskloop waits for its tasks unless nogroup is there; then a taskgroup
// around it does.
// Observed: what the task that holds the construct sees behind it.
// Where: host
// Mutant: ++done => done += 2
// Mutant: i < 50 => i < 49

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int done = 0;
  int behind = -1;
  int level = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp taskgroup
    {
      #pragma omp taskloop nogroup num_tasks(5) shared(done, level)
      for (int i = 0; i < 50; ++i) {
        #pragma omp atomic
        ++done;
        if (i == 0) level = omp_get_level();
      }
    }
    #pragma omp atomic read
    behind = done;
  }
  claim.equal("iterations done behind the taskgroup", behind, 50);
  claim.equal("nesting level", level, 1);
  return claim.verdict();
}
