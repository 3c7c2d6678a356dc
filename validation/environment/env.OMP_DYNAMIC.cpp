// env.OMP_DYNAMIC
// OpenMP 4.5, section 21.1.5: OMP_DYNAMIC sets what omp_get_dynamic returns at first;
// omp_set_dynamic changes it, for the task that calls.
// Observed: the value before and after, also in the threads of a region.
// Where: host
// Environment: OMP_DYNAMIC=true
// Mutant: omp_set_dynamic(0) => omp_set_dynamic(1)
// Mutant: omp_get_dynamic() != 0, true => omp_get_dynamic() != 0, false

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.equal("at first", omp_get_dynamic() != 0, true);
  omp_set_dynamic(0);
  int threads = 0;
  int dynamic = 0;
  #pragma omp parallel num_threads(2) reduction(+ : threads, dynamic)
  {
    threads += omp_get_level();
    dynamic += omp_get_dynamic() != 0;
  }
  claim.holds("threads", threads >= 1);
  claim.equal("threads that inherit another value", dynamic, 0);
  return claim.verdict();
}
