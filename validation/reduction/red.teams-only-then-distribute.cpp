// red.teams-only-then-distribute
// OpenMP 4.0, section 5.5.8: a reduction on the teams construct combines one private copy for each
// team; a distribute construct inside adds to the team's copy.
// Observed: number of teams, and a sum over the distributed iterations.
// Mutant: reduction(+ : teams, sum, own) => reduction(max : teams, sum, own)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 90;
  int teams = 100;
  long sum = 2000;
  int formed = 0;
  int own = 7;
  int begun = 7;
  int on_host = 1;

  #pragma omp target teams num_teams(4) reduction(+ : teams, sum, own) map(tofrom : teams, sum) \
      map(tofrom : formed, on_host, begun)
  {
    teams += 1;
    if (omp_get_team_num() == 0) {
      formed = omp_get_num_teams();
      begun = own;
    }
    #pragma omp distribute
    for (int i = 0; i < n; ++i) {
      sum += i;
      if (i == 0) on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  claim.note("teams", formed);
  claim.equal("one for each team", teams, 100 + formed);
  claim.equal("sum over the distributed loop", sum, 2000L + n * (n - 1) / 2);
  return claim.verdict();
}
