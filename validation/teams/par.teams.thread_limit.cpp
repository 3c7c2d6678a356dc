// par.teams.thread_limit
// OpenMP 4.0, section 13.3: thread_limit(n) on teams: no team has more than n threads, though a
// parallel construct inside it asks for more.
// Observed: threads that each team's parallel region has, as counted and as told; the limit.
// Mutant: thread_limit(3) => thread_limit(6)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 2;
  int members[room] = {};
  int told[room] = {};
  int limit[room] = {};
  int teams = 0;
  int on_host = 1;

  #pragma omp target teams num_teams(2) thread_limit(3) \
      map(tofrom : members, told, limit, teams, on_host)
  {
    const int team = omp_get_team_num();
    if (team == 0) teams = omp_get_num_teams();
    #pragma omp parallel num_threads(8)
    {
      #pragma omp atomic
      ++members[team];
      if (omp_get_thread_num() == 0) told[team] = omp_get_num_threads();
      if (omp_get_thread_num() == 0) limit[team] = omp_get_thread_limit();
      if (team == 0 && omp_get_thread_num() == 0) on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.holds("one or two teams", teams == 1 || teams == 2);
  for (int team = 0; team < teams; ++team) {
    claim.holds("a team has a thread", members[team] >= 1);
    claim.holds("no team exceeds the limit", members[team] <= 3);
    claim.equal("threads it tells", told[team], members[team]);
    claim.holds("the limit that the team sees", limit[team] >= 1 && limit[team] <= 3);
  }
  return claim.verdict();
}
