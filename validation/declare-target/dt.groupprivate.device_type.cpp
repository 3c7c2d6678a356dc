// dt.groupprivate.device_type
// OpenMP 6.0, section 7.13: groupprivate takes device_type: with nohost only devices have
// the variable, a copy for each team.
// Observed: what teams that run at the same time find in their copies after all have stored.
// Mutant: #pragma omp groupprivate(mine) device_type(nohost) => static int other;
// Mutant: found[team] = mine => found[team] = 100

#include "league/claim.hpp"

static int mine;
#pragma omp groupprivate(mine) device_type(nohost)
#pragma omp declare target enter(mine) device_type(nohost)

int main() {
  league::Claim claim;
  int found[4] = {-1, -1, -1, -1};
  int teams = 0;
  int stored = 0;
  int met = 0;
  int on_host = 1;
  #pragma omp target teams num_teams(4) map(tofrom : found, teams, stored, met) map(from : on_host)
  {
    const int team = omp_get_team_num();
    const int all = omp_get_num_teams();
    mine = 100 + team;
    int others = 0;
    #pragma omp atomic
    ++stored;
    for (int look = 0; look < 10 * LEAGUE_LOOKS && others < all; ++look) {
      #pragma omp atomic read
      others = stored;
    }
    if (team < 4) found[team] = mine;
    #pragma omp atomic
    met += others == all;
    if (team == 0) {
      teams = all;
      on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);
  claim.holds("teams", teams >= 1 && teams <= 4);
  claim.needs(teams > 1 && met == teams, "teams that run at the same time");
  for (int i = 0; i < teams; ++i) claim.equal("a team's copy", found[i], 100 + i);
  return claim.verdict();
}
