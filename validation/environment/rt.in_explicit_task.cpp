// rt.in_explicit_task
// OpenMP 5.2, section 18.5.3: omp_in_explicit_task returns whether the call is in an explicit
// task.
// Observed: the value in serial code, in a parallel region, in a task and in a final task.
// Where: host
// Mutant: #pragma omp task shared(task) =>
// Mutant: #pragma omp task final(1) shared(final_task) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int parallel = -1;
  int task = -1;
  int final_task = -1;
  #pragma omp parallel num_threads(2) shared(parallel, task, final_task)
  #pragma omp single
  {
    parallel = omp_in_explicit_task();
    #pragma omp task shared(task)
    task = omp_in_explicit_task();
    #pragma omp task final(1) shared(final_task)
    final_task = omp_in_explicit_task();
  }
  claim.equal("in serial code", omp_in_explicit_task(), 0);
  claim.equal("in a parallel region", parallel, 0);
  claim.equal("in a task", task != 0, true);
  claim.equal("in a final task", final_task != 0, true);
  return claim.verdict();
}
