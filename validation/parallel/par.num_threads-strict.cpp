// par.num_threads-strict
// OpenMP 6.0, section 12.1.2: num_threads(strict: n) gives n threads or does what message and
// severity say.
// Observed: the number of threads.
// Where: host
// Mutant: strict : 2 => strict : 3
// Mutant: threads += omp_get_level() => threads += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int threads = 0;
  #pragma omp parallel num_threads(strict : 2) severity(fatal) message("two threads are needed") \
      reduction(+ : threads)
  threads += omp_get_level();
  claim.equal("threads", threads, 2);
  return claim.verdict();
}
