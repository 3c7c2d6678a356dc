// rt.teams_thread_limit.set-get
// OpenMP 5.1, section 18.4: omp_set_teams_thread_limit bounds the threads of each team of teams
// constructs without thread_limit clause; omp_get_teams_thread_limit returns the bound.
// Observed: the value returned for two settings; the number of threads that a parallel region in a
// team on the host gets.
// Where: host
// Mutant: omp_set_teams_thread_limit(bound) => omp_set_teams_thread_limit(bound + 1)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  for (int bound = 3; bound > 1; --bound) {
    omp_set_teams_thread_limit(bound);
    claim.equal("omp_get_teams_thread_limit", omp_get_teams_thread_limit(), bound);
    int threads = 0;
    #pragma omp teams num_teams(1) reduction(+ : threads)
    #pragma omp parallel num_threads(4) reduction(+ : threads)
    threads += omp_get_level();  // 1 in the parallel region
    claim.holds("at least one thread", threads >= 1);
    claim.holds("not more threads than the bound", threads <= bound);
    claim.note("threads", threads);
  }
  return claim.verdict();
}
