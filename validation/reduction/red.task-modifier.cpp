// red.task-modifier
// OpenMP 5.0, section 5.5.8: with the task modifier, tasks of the region take part in the reduction
// through in_reduction.
// Observed: contributions of the threads and of the tasks, each counted.
// Where: host
// Mutant: in_reduction(+ : sum) => firstprivate(sum)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  long sum = 10000;
  int ran[20] = {};

  #pragma omp parallel reduction(task, + : sum)
  {
    #pragma omp single
    {
      sum += 500;
      for (int i = 0; i < 20; ++i) {
        #pragma omp task in_reduction(+ : sum) shared(ran)
        {
          sum += i + 1;
          ran[i] += omp_get_level();  // 1 in the parallel region
        }
      }
    }
  }

  claim.equal("sum", sum, 10000L + 500 + 210);
  for (int i = 0; i < 20; ++i) claim.equal("times the task ran", ran[i], 1);
  return claim.verdict();
}
