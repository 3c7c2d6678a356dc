// par.distribute-parallel-for.collapse3
// OpenMP 4.0, section 4.4.3: with collapse(3) on distribute parallel for, the three loops form
// one iteration space; with dist_schedule its chunks are chunks of that space.
// Observed: each triple runs once, in the team that its number in the collapsed space asks for.
// Mutant: collapse(3) =>
// Mutant: distribute parallel for collapse(3) dist_schedule(static, 8) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int a = 5;
  constexpr int b = 7;
  constexpr int c = 11;
  int count[a][b][c] = {};
  int owner[a][b][c] = {};
  int teams = 0;
  int on_host = 1;

  #pragma omp target teams distribute parallel for collapse(3) dist_schedule(static, 8) \
      num_teams(2) thread_limit(4) map(tofrom : count, owner, teams, on_host)
  for (int i = 0; i < a; ++i) {
    for (int j = 0; j < b; ++j) {
      for (int k = 0; k < c; ++k) {
        #pragma omp atomic
        ++count[i][j][k];
        #pragma omp atomic write
        owner[i][j][k] = omp_get_team_num();
        if (i == 0 && j == 0 && k == 0) teams = omp_get_num_teams();
        if (i == 0 && j == 0 && k == 0) on_host = omp_is_initial_device();
      }
    }
  }

  claim.ran(on_host);
  claim.holds("one or two teams", teams == 1 || teams == 2);
  for (int i = 0; i < a * b * c; ++i) {
    const int x = i / (b * c);
    const int y = i / c % b;
    claim.equal("executions of an iteration", count[x][y][i % c], 1);
    claim.equal("its team", owner[x][y][i % c], teams > 0 ? i / 8 % teams : 0);
  }
  return claim.verdict();
}
