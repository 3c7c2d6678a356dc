// dt.groupprivate
// OpenMP 6.0, section 7.13: a groupprivate variable has a copy for each team.
// Observed: what the teams find in their copies after all have stored.
// Mutant: mine = 100 + team => mine = 101 + team
// Mutant: found[team] = mine => found[team] = 100

#include "league/claim.hpp"

static int mine;
#pragma omp groupprivate(mine)
#pragma omp declare target enter(mine)

int main() {
  league::Claim claim;
  int found[8];
  int teams = 0;
  int on_host = 1;
  for (int i = 0; i < 8; ++i) found[i] = -1;
  #pragma omp target teams num_teams(4) map(tofrom : found, teams) map(from : on_host)
  {
    const int team = omp_get_team_num();
    mine = 100 + team;
    #pragma omp parallel num_threads(1)
    {
      if (team < 8) found[team] = mine;
      if (team == 0) {
        teams = omp_get_num_teams();
        on_host = omp_is_initial_device();
      }
    }
  }
  claim.ran(on_host);
  claim.holds("teams", teams >= 1 && teams <= 4);
  for (int i = 0; i < teams; ++i) claim.equal("a team's copy", found[i], 100 + i);
  return claim.verdict();
}
