// env.OMP_TEAMS_THREAD_LIMIT
// OpenMP 5.1, section 21.6.2: OMP_TEAMS_THREAD_LIMIT sets the most threads of each team of a teams
// construct without a thread_limit clause; omp_get_teams_thread_limit tells it.
// Observed: the number that is told; threads of a parallel region that asks for more.
// Where: host
// Environment: OMP_TEAMS_THREAD_LIMIT=2
// Mutant: #pragma omp teams num_teams(1) => #pragma omp teams num_teams(1) thread_limit(4)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int threads = 0;
  int limit = -1;

  #pragma omp teams num_teams(1) shared(threads, limit)
  {
    #pragma omp parallel num_threads(4) reduction(+ : threads)
    {
      threads += omp_get_level();  // 1 in the parallel region
      if (omp_get_thread_num() == 0) limit = omp_get_thread_limit();
    }
  }

  claim.equal("omp_get_teams_thread_limit", omp_get_teams_thread_limit(), 2);
  claim.note("omp_get_thread_limit in a team", limit);
  claim.holds("threads ran", threads >= 1);
  claim.holds("no more than two", threads <= 2);
  return claim.verdict();
}
