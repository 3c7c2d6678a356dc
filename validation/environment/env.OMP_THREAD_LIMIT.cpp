// env.OMP_THREAD_LIMIT
// OpenMP 4.5, section 21.1.3: OMP_THREAD_LIMIT bounds the threads of the program;
// omp_get_thread_limit returns it.
// Observed: the limit; the threads of a region that asks for more.
// Where: host
// Environment: OMP_THREAD_LIMIT=3
// Mutant: limit(), 3 => limit(), 4
// Mutant: threads <= 3 => threads <= 0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int threads = 0;
  #pragma omp parallel num_threads(8) reduction(+ : threads)
  threads += omp_get_level();
  claim.equal("omp_get_thread_limit", omp_get_thread_limit(), 3);
  claim.holds("one to three threads", threads >= 1 && threads <= 3);
  return claim.verdict();
}
