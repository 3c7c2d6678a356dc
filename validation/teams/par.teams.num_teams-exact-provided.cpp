// par.teams.num_teams-exact-provided
// OpenMP 5.1, section 10.2.1: num_teams(n : n), with equal bounds, creates exactly n teams.
// Observed: the number that each team tells; each of the n teams runs the region once.
// Mutant: num_teams(3 : 3) => num_teams(5 : 5)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 8;
  int runs[room] = {};
  int told[room] = {};
  int on_host = 1;

  #pragma omp target teams num_teams(3 : 3) map(tofrom : runs, told, on_host)
  {
    const int team = omp_get_team_num();
    #pragma omp parallel num_threads(1)  // directly inside teams no atomic may stand
    {
      if (team >= 0 && team < room) {
        #pragma omp atomic
        ++runs[team];
        told[team] = omp_get_num_teams();
      }
      if (team == 0) on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < room; ++i) claim.equal("runs of a team", runs[i], i < 3 ? 1 : 0);
  for (int i = 0; i < room; ++i) claim.equal("teams it sees", told[i], i < 3 ? 3 : 0);
  return claim.verdict();
}
