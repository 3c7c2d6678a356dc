// env.OMP_NUM_TEAMS
// OpenMP 5.1, section 21.6.1: OMP_NUM_TEAMS sets the most teams that a teams construct without a
// num_teams clause forms; omp_get_max_teams tells it.
// Observed: the number that is told, and the number of teams of a construct on the host.
// Where: host
// Environment: OMP_NUM_TEAMS=3
// Mutant: #pragma omp teams shared(formed) reduction(+ : ran) => #pragma omp teams num_teams(5 : 5)
// shared(formed) reduction(+ : ran)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int formed = -1;
  int ran = 0;

  #pragma omp teams shared(formed) reduction(+ : ran)
  {
    if (omp_get_team_num() == 0) formed = omp_get_num_teams();
    #pragma omp parallel num_threads(1) reduction(+ : ran)
    ran += omp_get_level();  // 1 in a parallel region, however few threads it has
  }

  claim.equal("omp_get_max_teams", omp_get_max_teams(), 3);
  claim.holds("at least one team", formed >= 1);
  claim.holds("at most three teams", formed <= 3);
  claim.equal("teams that ran", ran, formed);
  return claim.verdict();
}
