// rt.team_size
// OpenMP 4.0, section 18.2.18: omp_get_team_size and omp_get_ancestor_thread_num tell size and
// number of the thread at each level of nested regions; -1 outside of them.
// Observed: sizes and numbers at three levels, and beyond.
// Where: host
// Environment: OMP_MAX_ACTIVE_LEVELS=2
// Mutant: omp_get_team_size(1) => omp_get_team_size(0)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int outer = 0;
  int wrong = 0;
  int inner = 0;
  #pragma omp parallel num_threads(2) shared(outer, inner) reduction(+ : wrong)
  {
    const int me = omp_get_thread_num();
    const int size = omp_get_num_threads();
    if (me == 0) outer = size;
    #pragma omp parallel num_threads(1) shared(inner) reduction(+ : wrong)
    {
      wrong += omp_get_team_size(0) != 1 || omp_get_ancestor_thread_num(0) != 0;
      wrong += omp_get_team_size(1) != size || omp_get_ancestor_thread_num(1) != me;
      wrong += omp_get_team_size(2) != 1 || omp_get_ancestor_thread_num(2) != 0;
      wrong += omp_get_team_size(3) != -1 || omp_get_ancestor_thread_num(-1) != -1;
      if (me == 0) inner = omp_get_level();
    }
  }
  claim.equal("nesting level", inner, 2);
  claim.needs(outer == 2, "two threads");
  claim.equal("answers that are wrong", wrong, 0);
  return claim.verdict();
}
