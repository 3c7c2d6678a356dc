// par.num_threads-list
// OpenMP 6.0, section 12.1.2: num_threads with a list sets the numbers of threads of the nested
// levels.
// Observed: the bound in the inner level.
// Where: host
// Mutant: num_threads(2, 3) => num_threads(2, 4)
// Mutant: omp_get_level() => 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int inner = 0;
  #pragma omp parallel num_threads(2, 3) shared(inner)
  if (omp_get_thread_num() == 0) inner = omp_get_max_threads() * omp_get_level();
  claim.equal("bound inside", inner, 3);
  return claim.verdict();
}
