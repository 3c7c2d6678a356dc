// task.taskloop.in_reduction
// OpenMP 5.0, section 5.5.10: taskloop with reduction sums over its tasks.
// Observed: the sum, with the value from before.
// Where: host
// Mutant: i < 100; => i < 99;
// Mutant: reduction(+ : sum) => firstprivate(sum)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  long sum = 1000;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  #pragma omp taskloop reduction(+ : sum) grainsize(5)
  for (int i = 0; i < 100; ++i) sum += i * omp_get_level();  // the level is 1
  claim.equal("sum", sum, 1000L + 4950);
  return claim.verdict();
}
