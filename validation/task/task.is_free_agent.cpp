// task.is_free_agent
// OpenMP 6.0, section 23.1.4: omp_is_free_agent tells whether a free-agent thread runs the task; a
// thread of the team is none.
// Observed: what it returns in tasks of the team.
// Where: host
// Mutant: ? 5 : 1 => ? 1 : 5
// Mutant: i < 10; ++i) { => i < 9; ++i) {

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int ran[10] = {};
  int level = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int i = 0; i < 10; ++i) {
      #pragma omp task threadset(omp_team) firstprivate(i) shared(ran, level)
      {
        #pragma omp atomic
        ran[i] += omp_is_free_agent() ? 5 : 1;
        if (i == 0) level = omp_get_level();
      }
    }
    #pragma omp taskwait
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < 10; ++i) claim.equal("times a task ran", ran[i], 1);
  return claim.verdict();
}
