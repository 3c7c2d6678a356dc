// par.teams.num_teams
// OpenMP 4.0, section 10.2.1: num_teams(n) creates at least one and at most n teams; since 5.1
// it creates exactly n, because a missing lower bound equals the upper bound.
// Observed: the number that each team tells; every team runs the region once, no further one
// does.
// Mutant: num_teams(3) => num_teams(5)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int asked = 3;
  constexpr int room = 64;
  int runs[room] = {};
  int told[room] = {};
  int outside = 0;
  int on_host = 1;

  #pragma omp target teams num_teams(3) map(tofrom : runs, told, outside, on_host)
  {
    const int team = omp_get_team_num();
    #pragma omp parallel num_threads(1)  // directly inside teams no atomic may stand
    {
      if (team < 0 || team >= room) {
        #pragma omp atomic
        ++outside;
      } else {
        #pragma omp atomic
        ++runs[team];
        told[team] = omp_get_num_teams();
      }
      if (team == 0) on_host = omp_is_initial_device();
    }
  }

  const int teams = told[0];
  claim.ran(on_host);
  claim.holds("at least one team", teams >= 1);
  claim.holds("not more teams than asked for", teams <= asked);
#if _OPENMP >= 202011
  claim.equal("number of teams", teams, asked);
#endif
  for (int i = 0; i < room; ++i) claim.equal("runs of a team", runs[i], i < teams ? 1 : 0);
  for (int i = 0; i < room; ++i) claim.equal("teams it sees", told[i], i < teams ? teams : 0);
  claim.equal("team numbers outside", outside, 0);
  return claim.verdict();
}
