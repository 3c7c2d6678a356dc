// par.teams.num_teams-lower-upper
// OpenMP 5.1, section 10.2.1: num_teams(lower : upper) creates at least lower and at most upper
// teams.
// Observed: the number that each team tells; each team runs the region once.
// Mutant: num_teams(2 : 4) => num_teams(5 : 6)
// Mutant: num_teams(2 : 4) => num_teams(1 : 1)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 8;
  int runs[room] = {};
  int told[room] = {};
  int on_host = 1;

  #pragma omp target teams num_teams(2 : 4) map(tofrom : runs, told, on_host)
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

  const int teams = told[0];
  claim.ran(on_host);
  claim.holds("not fewer teams than the lower bound", teams >= 2);
  claim.holds("not more teams than the upper bound", teams <= 4);
  for (int i = 0; i < room; ++i) claim.equal("runs of a team", runs[i], i < teams ? 1 : 0);
  for (int i = 0; i < room; ++i) claim.equal("teams it sees", told[i], i < teams ? teams : 0);
  return claim.verdict();
}
