// par.distribute.dist_schedule-static-chunk
// OpenMP 4.0, section 11.6.1: with dist_schedule(static, c) chunks of c iterations go to the
// teams round robin, in the order of the team numbers.
// Observed: each iteration runs once, and in team (i / c) mod the number of teams.
// Mutant: dist_schedule(static, 7) => dist_schedule(static, 8)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 200;  // no multiple of the chunk
  int count[n] = {};
  int owner[n] = {};
  int teams = 0;
  int on_host = 1;

  #pragma omp target teams distribute num_teams(4) dist_schedule(static, 7) \
      map(tofrom : count, owner, teams, on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i];
    owner[i] = omp_get_team_num();
    if (i == 0) teams = omp_get_num_teams();
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.holds("one to four teams", teams >= 1 && teams <= 4);
  for (int i = 0; i < n; ++i) {
    claim.equal("executions of an iteration", count[i], 1);
    claim.equal("its team", owner[i], teams > 0 ? i / 7 % teams : 0);
  }
  return claim.verdict();
}
