// par.loop.teams-loop
// OpenMP 5.0, section 11.7: a loop construct that binds to a teams region executes each
// iteration once in the league, not once in each team.
// Observed: a counter for each iteration, kept apart for each team: a directive without effect
// counts every iteration in each of them, without a race. The combined form as well.
// Mutant: #pragma omp loop => #pragma omp loop bind(thread)
// Mutant: #pragma omp loop =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 500;
  constexpr int room = 4;
  int count[room][n] = {};
  int once[n] = {};
  int on_host = 1;

  #pragma omp target teams num_teams(4) map(tofrom : count, on_host)
  {
    const int team = omp_get_team_num();
    #pragma omp parallel num_threads(1)  // directly inside teams no such call may stand
    if (team == 0) on_host = omp_is_initial_device();
    #pragma omp loop
    for (int i = 0; i < n; ++i) count[team][i] += 1;
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    const int sum = count[0][i] + count[1][i] + count[2][i] + count[3][i];
    claim.equal("executions of an iteration", sum, 1);
  }

  // No call may stand in this one to tell its place, so that only the launch shows it.
  const auto before = league::counted();
  #pragma omp target teams loop num_teams(4) map(tofrom : once)
  for (int i = 0; i < n; ++i) once[i] += 1;
  claim.launched(before, 1);
  for (int i = 0; i < n; ++i) claim.equal("executions in the combined form", once[i], 1);
  return claim.verdict();
}
