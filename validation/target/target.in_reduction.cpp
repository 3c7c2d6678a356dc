// target.in_reduction
// OpenMP 5.0, section 5.5.10: a target construct with in_reduction takes part in the reduction of
// the taskgroup around it, beside tasks on the host.
// Observed: the result has every contribution of four regions and four tasks once, and the value
// the variable had before.
// Mutant: target in_reduction(+ : sum) => target firstprivate(sum)
// Mutant: sum += 1000 => sum = 1000

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int sum = 5;
  int on_host[4] = {1, 1, 1, 1};

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp taskgroup task_reduction(+ : sum)
    {
      for (int i = 0; i < 4; ++i) {
        #pragma omp task in_reduction(+ : sum)
        sum += 10 << i;

        #pragma omp target in_reduction(+ : sum) map(from : on_host[i : 1])
        {
          sum += 1000 << i;
          on_host[i] = omp_is_initial_device();
        }
      }
    }
  }

  for (const int where : on_host) claim.ran(where);
  claim.equal("result of the reduction", sum, 5 + 10 * 15 + 1000 * 15);
  return claim.verdict();
}
