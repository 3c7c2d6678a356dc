// par.safesync
// OpenMP 6.0, section 12.1.5: safesync on parallel lets threads wait for one another in groups of
// a width.
// Observed: the team's threads come to a barrier.
// Where: host
// Seconds: 5
// Mutant: threads += omp_get_level() => threads += 9
// Mutant: threads >= 1 => threads >= 5

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int threads = 0;
  #pragma omp parallel num_threads(4) safesync(1) reduction(+ : threads)
  {
    threads += omp_get_level();
    #pragma omp barrier
  }
  claim.holds("one to four threads", threads >= 1 && threads <= 4);
  return claim.verdict();
}
