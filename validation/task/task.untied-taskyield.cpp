// task.untied-taskyield
// OpenMP 4.5, section 12.5, 12.9: untied tasks may yield and go on, on any thread of the team.
// Observed: every task comes to its end once, with its private value kept.
// Where: host
// Mutant: mine = 3 * i => mine = 2 * i + 1
// Mutant: += omp_get_level() => += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 20;
  int ended[n] = {};
  int wrong = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  for (int i = 0; i < n; ++i) {
    #pragma omp task untied firstprivate(i) shared(ended, wrong)
    {
      int mine = 3 * i;
      #pragma omp taskyield
      if (mine != 3 * i) {
        #pragma omp atomic
        ++wrong;
      }
      ended[i] += omp_get_level();  // 1 in the region
    }
  }
  claim.equal("tasks that lost their value", wrong, 0);
  for (int i = 0; i < n; ++i) claim.equal("times it ended", ended[i], 1);
  return claim.verdict();
}
