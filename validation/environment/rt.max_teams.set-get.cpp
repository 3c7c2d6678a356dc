// rt.max_teams.set-get
// OpenMP 5.1, section 18.4: omp_set_num_teams bounds the number of teams of teams constructs
// without num_teams clause; omp_get_max_teams returns the bound.
// Observed: the value returned for two settings; the number of teams on the host.
// Where: host
// Mutant: omp_set_num_teams(bound) => omp_set_num_teams(bound + 1)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  for (int bound = 3; bound > 0; --bound) {
    omp_set_num_teams(bound);
    claim.equal("omp_get_max_teams", omp_get_max_teams(), bound);
    int teams = 0;
    #pragma omp teams reduction(+ : teams)
    #pragma omp parallel num_threads(1) reduction(+ : teams)
    teams += omp_get_level();  // 1 in the parallel region
    claim.holds("at least one team", teams >= 1);
    claim.holds("not more teams than the bound", teams <= bound);
    claim.note("teams", teams);
  }
  return claim.verdict();
}
