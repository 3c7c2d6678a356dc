// task.if-final-level
// OpenMP 4.5, section 12.5: a task with a false if is undeferred: it has ended where its construct
// has; a final task and its descendants know it by omp_in_final.
// Observed: the order of the stores; what omp_in_final returns.
// Where: host
// Mutant: final(1) => final(0)
// Mutant: if (0) shared(order, inside) => if (0) firstprivate(order) shared(inside)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int order = 0;
  int inside = -1;
  int final_here = -1;
  int final_below = -1;
  int final_outside = -1;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task if (0) shared(order, inside)
    {
      order = 1;
      inside = omp_get_level();
    }
    if (order == 1) order = 2;
    final_outside = omp_in_final();
    #pragma omp task final(1) shared(final_here, final_below)
    {
      final_here = omp_in_final();
      #pragma omp task shared(final_below)
      final_below = omp_in_final();
    }
    #pragma omp taskwait
  }
  claim.equal("the task came first", order, 2);
  claim.equal("nesting level in the task", inside, 1);
  claim.equal("in no final task", final_outside, 0);
  claim.equal("in a final task", final_here, 1);
  claim.equal("in a task below it", final_below, 1);
  return claim.verdict();
}
