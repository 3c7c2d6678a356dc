// par.num_threads-strict
// OpenMP 6.0, section 12.1.2: where num_threads(strict: n) cannot have n threads, the program does
// as with an error directive that has the same message and severity.
// Observed: with a limit of two threads a region of four ends the program, with the message.
// Where: host
// Expect: terminates
// Environment: OMP_THREAD_LIMIT=2
// Prints: four threads are needed
// Mutant: strict : 4 => 4
// Mutant: severity(fatal) => severity(warning)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs(omp_get_thread_limit() == 2, "a limit of two threads");
  int threads = 0;
  claim.must_end_here();
  #pragma omp parallel num_threads(strict : 4) severity(fatal) message("four threads are needed") \
      reduction(+ : threads)
  threads += omp_get_level();
  claim.note("threads", threads);
  return claim.survived();
}
