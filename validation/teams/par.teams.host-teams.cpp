// par.teams.host-teams
// OpenMP 5.0, section 10.2: a teams construct may stand outside of every target construct; the
// league is then formed on the host.
// Observed: each team runs the region once, on the host, and none beyond the number asked for.
// Where: host
// Mutant: num_teams(3) => num_teams(5)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 64;
  int runs[room] = {};
  int told[room] = {};
  int on_host[room] = {};

  #pragma omp teams num_teams(3)
  {
    const int team = omp_get_team_num();
    #pragma omp parallel num_threads(1)  // directly inside teams no atomic may stand
    {
      if (team >= 0 && team < room) {
        #pragma omp atomic
        runs[team] += omp_get_level();  // 1 in the parallel region
        told[team] = omp_get_num_teams();
        on_host[team] = omp_is_initial_device();
      }
    }
  }

  const int teams = told[0];
  claim.ran(on_host[0]);
  claim.holds("one to three teams", teams >= 1 && teams <= 3);
#if _OPENMP >= 202011
  claim.equal("number of teams", teams, 3);
#endif
  for (int i = 0; i < room; ++i) {
    claim.equal("runs of a team", runs[i], i < teams ? 1 : 0);
    claim.equal("teams it sees", told[i], i < teams ? teams : 0);
    claim.equal("whether it is on the host", on_host[i], i < teams ? 1 : 0);
  }
  return claim.verdict();
}
