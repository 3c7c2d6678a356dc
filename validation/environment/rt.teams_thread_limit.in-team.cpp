// rt.teams_thread_limit.in-team
// OpenMP 5.1, section 10.2: without a thread_limit clause teams takes the limit that
// omp_set_teams_thread_limit has set; threads inside see it as their limit.
// Observed: what omp_get_thread_limit says inside a parallel region of a team.
// Where: host
// Mutant: omp_set_teams_thread_limit(2) => omp_set_teams_thread_limit(3)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_set_teams_thread_limit(2);
  int in_parallel = 0;
  int level = 0;
  #pragma omp teams num_teams(1) shared(in_parallel, level)
  #pragma omp parallel num_threads(1) shared(in_parallel, level)
  {
    in_parallel = omp_get_thread_limit();
    level = omp_get_level();
  }
  claim.equal("the limit in a parallel region of a team", in_parallel, 2);
  claim.equal("nesting level", level, 1);
  return claim.verdict();
}
