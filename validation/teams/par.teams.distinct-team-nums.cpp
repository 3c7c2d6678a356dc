// par.teams.distinct-team-nums
// OpenMP 4.0, section 10.2: the initial threads of a league of n teams have the team numbers 0
// to n-1, each of them one.
// Observed: the numbers in order of arrival, one entry for each execution of the region.
// Mutant: target teams num_teams(4) => target parallel num_threads(4)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 64;
  int number[room] = {};
  int teams[room] = {};
  int arrived = 0;
  int hosts = 0;

  #pragma omp target teams num_teams(4) map(tofrom : number, teams, arrived, hosts)
  {
    #pragma omp parallel num_threads(1)  // directly inside teams no atomic may stand
    {
      int place;
      #pragma omp atomic capture
      place = arrived++;
      if (place < room) {
        number[place] = omp_get_team_num();
        teams[place] = omp_get_num_teams();
      }
      const int on_host = omp_is_initial_device();
      #pragma omp atomic
      hosts += on_host;
    }
  }

  claim.ran(hosts);
  claim.equal("executions of the region", arrived, teams[0]);
  claim.holds("not more teams than asked for", teams[0] <= 4);
  for (int team = 0; team < teams[0]; ++team) {
    int seen = 0;
    for (int i = 0; i < arrived && i < room; ++i) seen += number[i] == team;
    claim.equal("executions with this team number", seen, 1);
  }
  return claim.verdict();
}
