// task.transparent
// OpenMP 6.0, section 17.9.6: a transparent task lets its children depend on tasks outside: their
// dependences count beyond it.
// Observed: the value that a later task reads, behind a write in a child of the task before it.
// Where: host
// Seconds: 5
// Mutant: value = 6 => value = 7
// Mutant: transparent(omp_impex) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int value = 0;
  int seen = -1;
  int level = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task transparent(omp_impex) depend(out : value) shared(value)
    {
      #pragma omp task depend(out : value) shared(value)
      {
        const double until = omp_get_wtime() + 0.02;
        while (omp_get_wtime() < until) {
        }
        value = 6;
      }
    }
    #pragma omp task depend(in : value) shared(value, seen, level)
    {
      seen = value;
      level = omp_get_level();
    }
  }
  claim.equal("nesting level", level, 1);
  claim.equal("value that was read", seen, 6);
  return claim.verdict();
}
