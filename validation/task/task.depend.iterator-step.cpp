// task.depend.iterator-step
// OpenMP 5.0, section 3.2.6: an iterator with a step in a depend clause names every element that
// the step meets, and no other.
// Observed: a task that depends on the even elements waits for the tasks that write these.
// Where: host
// Mutant: k += 2 => k += 1
// Mutant: depend(out : element[i]) => depend(out : sum)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int element[8] = {};
  int sum = -1;
  int level = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int i = 0; i < 8; ++i) {
      #pragma omp task depend(out : element[i]) shared(element)
      {
        const double until = omp_get_wtime() + 0.002 * i;
        while (omp_get_wtime() < until) {
        }
        #pragma omp atomic write
        element[i] = i + 1;
      }
    }
    #pragma omp task depend(iterator(k = 0 : 8 : 2), in : element[k]) shared(element, sum, level)
    {
      sum = 0;
      for (int k = 0; k < 8; k += 2) {
        int one = 0;
        #pragma omp atomic read
        one = element[k];
        sum += one;
      }
      level = omp_get_level();
    }
  }
  claim.equal("nesting level", level, 1);
  claim.equal("sum of the even elements", sum, 1 + 3 + 5 + 7);
  return claim.verdict();
}
