// task.affinity-iterator
// OpenMP 5.0, section 12.5.1, 3.2.6: affinity on a task is a hint where its data is; its items may
// come from an iterator with a step.
// Observed: every task runs once; a broken modifier is diagnosed.
// Where: host
// Contrast: affinity(iterator => affinity(iterate
// Mutant: += k + i => += k
// Mutant: k < 10; => k < 9;

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int data[40] = {};
  int level = 0;
  int* p = data;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  for (int i = 0; i < 4; ++i) {
    #pragma omp task affinity(iterator(k = 0 : 10 : 2) : p[10 * i + k]) shared(data, level)
    {
      for (int k = 0; k < 10; ++k) data[10 * i + k] += k + i;
      if (i == 0) level = omp_get_level();
    }
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < 40; ++i) claim.equal("element", data[i], i / 10 + i % 10);
  return claim.verdict();
}
