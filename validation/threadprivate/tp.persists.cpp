// tp.persists
// OpenMP 4.5, section 5.2: between two parallel regions with the same number of threads, each
// thread finds its threadprivate copy as it left it.
// Observed: what the threads of the second region find.
// Where: host
// Mutant: #pragma omp threadprivate(mine) =>
// Mutant: mine = 100 + => mine = 101 +

#include "league/claim.hpp"

static int mine = 0;
#pragma omp threadprivate(mine)

int main() {
  league::Claim claim;
  omp_set_dynamic(0);
  int first = 0;
  int second = 0;
  int kept = 0;
  #pragma omp parallel num_threads(4) reduction(+ : first)
  {
    mine = 100 + omp_get_thread_num();
    first += omp_get_level();
  }
  #pragma omp parallel num_threads(4) reduction(+ : second, kept)
  {
    second += omp_get_level();
    kept += mine == 100 + omp_get_thread_num();
  }
  claim.holds("threads", first >= 1);
  if (first == second) claim.equal("threads that kept their value", kept, second);
  return claim.verdict();
}
