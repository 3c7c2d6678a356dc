// par.loop.bind-teams-parallel-thread
// OpenMP 5.0, section 11.7.1: bind says to which region a loop construct belongs: the teams
// region, the parallel region, or only the thread that meets it.
// Observed: a counter for each triple of three nested loops, kept apart for each team.
// Mutant: bind(teams) => bind(thread)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 12;
  constexpr int room = 3;
  int count[room][n][n][n] = {};
  int on_host = 1;

  #pragma omp target teams num_teams(3) map(tofrom : count, on_host)
  {
    const int team = omp_get_team_num();
    #pragma omp parallel num_threads(1)  // directly inside teams no such call may stand
    if (team == 0) on_host = omp_is_initial_device();
    #pragma omp loop bind(teams)
    for (int i = 0; i < n; ++i) {
      #pragma omp parallel loop bind(parallel)
      for (int j = 0; j < n; ++j) {
        #pragma omp loop bind(thread)
        for (int k = 0; k < n; ++k) count[team][i][j][k] += 1;
      }
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n * n * n; ++i) {
    int sum = 0;
    for (int team = 0; team < room; ++team) sum += count[team][i / (n * n)][i / n % n][i % n];
    claim.equal("executions of an iteration", sum, 1);
  }
  return claim.verdict();
}
