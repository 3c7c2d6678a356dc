// par.distribute.collapse
// OpenMP 4.0, section 4.4.3: with collapse(2) on distribute, both loops form one iteration
// space, which is shared among the teams.
// Observed: each pair runs once, and with dist_schedule(static, 1) in the team that its number
// in the collapsed space asks for.
// Mutant: collapse(2) =>
// Mutant: target teams distribute collapse(2) dist_schedule(static, 1) => target teams

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rows = 17;
  constexpr int columns = 23;
  int count[rows][columns] = {};
  int owner[rows][columns] = {};
  int teams = 0;
  int on_host = 1;

  #pragma omp target teams distribute collapse(2) dist_schedule(static, 1) num_teams(4) \
      map(tofrom : count, owner, teams, on_host)
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      #pragma omp atomic
      ++count[i][j];
      #pragma omp atomic write
      owner[i][j] = omp_get_team_num();
      if (i == 0 && j == 0) teams = omp_get_num_teams();
      if (i == 0 && j == 0) on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.holds("one to four teams", teams >= 1 && teams <= 4);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      claim.equal("executions of an iteration", count[i][j], 1);
      claim.equal("its team", owner[i][j], teams > 0 ? (i * columns + j) % teams : 0);
    }
  }
  return claim.verdict();
}
