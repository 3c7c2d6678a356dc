// env.OMP_NUM_THREADS.list
// OpenMP 4.5, section 21.1.2: the values of OMP_NUM_THREADS are the numbers of threads of the
// nesting levels.
// Observed: omp_get_max_threads at both levels; the threads that came are not more.
// Where: host
// Environment: OMP_NUM_THREADS=3,2 OMP_MAX_ACTIVE_LEVELS=2
// Mutant: threads(), 3 => threads(), 4
// Mutant: inner_bound, 2 => inner_bound, 3

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int outer = 0;
  int inner = 0;
  int inner_bound = 0;
  #pragma omp parallel reduction(+ : outer) shared(inner, inner_bound)
  {
    outer += omp_get_level();
    if (omp_get_thread_num() == 0) {
      inner_bound = omp_get_max_threads();
      #pragma omp parallel reduction(+ : inner)
      inner += omp_get_level() == 2;
    }
  }
  claim.equal("bound outside", omp_get_max_threads(), 3);
  claim.equal("bound inside", inner_bound, 2);
  claim.holds("threads outside", outer >= 1 && outer <= 3);
  claim.holds("threads inside", inner >= 1 && inner <= 2);
  return claim.verdict();
}
