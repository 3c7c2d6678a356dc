// par.critical-across-teams
// OpenMP 4.0, section 15.2: critical regions exclude each other among the threads of a
// contention group; each team of a league is one, so that no team's own updates are lost.
// Between teams nothing is promised.
// Observed: each team's counter after 12 updates by its threads; a counter of all is only noted.
// Seconds: 60
// Mutant: #pragma omp critical =>

#include "league/claim.hpp"

#pragma omp declare target
// Reads and writes one after the other; both are atomic, so that only updates can be lost.
inline void slow_increment(int* counter) {
  int value;
  #pragma omp atomic read
  value = *counter;
  for (int look = 0; look < LEAGUE_LOOKS; ++look) {
    int again;  // gives others their chance
    #pragma omp atomic read
    again = *counter;
    if (again != value) break;
  }
  #pragma omp atomic write
  *counter = value + 1;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  constexpr int n = 12;
  constexpr int room = 2;
  int counter[room] = {};
  int all = 0;
  int teams = 0;
  int on_host = 1;

  #pragma omp target teams num_teams(2) thread_limit(4) map(tofrom : counter, all, teams, on_host)
  {
    const int team = omp_get_team_num();
    if (team == 0) teams = omp_get_num_teams();
    #pragma omp parallel num_threads(1)  // directly inside teams no such call may stand
    if (team == 0) on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    {
      #pragma omp barrier  // all begin together
      #pragma omp for
      for (int i = 0; i < n; ++i) {
        #pragma omp critical
        {
          slow_increment(&counter[team]);
          slow_increment(&all);
        }
      }
    }
  }

  claim.ran(on_host);
  claim.holds("one or two teams", teams == 1 || teams == 2);
  for (int team = 0; team < teams; ++team) claim.equal("updates in a team", counter[team], n);
  claim.note("updates lost between the teams", teams * n - all);
  return claim.verdict();
}
