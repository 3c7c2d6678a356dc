// task.taskloop.task_iteration
// OpenMP 6.0, section 14.2.3: task_iteration gives dependences to the tasks of a taskloop.
// Observed: the order of the iterations, each of which depends on the one before.
// Where: host
// Mutant: next++ => 1 + next++
// Mutant: i < 12; ++i) { => i < 11; ++i) {

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int order[12];
  int next = 0;
  int token[13] = {};
  int level = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  #pragma omp taskloop grainsize(strict : 1) shared(order, next, token, level)
  for (int i = 0; i < 12; ++i) {
    #pragma omp task_iteration depend(in : token[i]) depend(out : token[i + 1])
    order[i] = next++;
    if (i == 0) level = omp_get_level();
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < 12; ++i) claim.equal("position", order[i], i);
  return claim.verdict();
}
