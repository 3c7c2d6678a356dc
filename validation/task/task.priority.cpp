// task.priority
// OpenMP 4.5, section 12.4: priority is a hint for the order of tasks, bounded by
// OMP_MAX_TASK_PRIORITY, which omp_get_max_task_priority returns.
// Observed: the bound; every task with a priority runs once.
// Where: host
// Environment: OMP_MAX_TASK_PRIORITY=12
// Mutant: ran[i] += omp_get_level() => ran[i] += 2
// Mutant: priority(), 12 => priority(), 13

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 30;
  int ran[n] = {};
  #pragma omp parallel num_threads(4)
  #pragma omp single
  for (int i = 0; i < n; ++i) {
    #pragma omp task priority(i) firstprivate(i) shared(ran)
    ran[i] += omp_get_level();  // 1 in the region
  }
  claim.equal("omp_get_max_task_priority", omp_get_max_task_priority(), 12);
  for (int i = 0; i < n; ++i) claim.equal("times it ran", ran[i], 1);
  return claim.verdict();
}
