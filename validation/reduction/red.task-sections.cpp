// red.task-sections
// OpenMP 5.0, section 5.5.9: a taskgroup can reduce a section of an array over its tasks.
// Observed: elements inside the section, with what they held before, and beside it.
// Where: host
// Mutant: in_reduction(+ : a[2 : 4]) => firstprivate(a)
// Mutant: task_reduction(+ : a[2 : 4]) => task_reduction(max : a[2 : 4])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int a[8];
  for (int i = 0; i < 8; ++i) a[i] = 1000 * i;
  int level = 0;
  #pragma omp parallel num_threads(4) shared(a, level)
  #pragma omp single
  {
    level = omp_get_level();
    #pragma omp taskgroup task_reduction(+ : a[2 : 4])
    for (int i = 0; i < 40; ++i) {
      #pragma omp task in_reduction(+ : a[2 : 4])
      a[2 + i % 4] += i;
    }
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < 8; ++i) {
    int wanted = 1000 * i;
    for (int k = 0; k < 40; ++k) wanted += i == 2 + k % 4 ? k : 0;
    claim.equal("element", a[i], wanted);
  }
  return claim.verdict();
}
