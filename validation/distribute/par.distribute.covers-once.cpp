// par.distribute.covers-once
// OpenMP 4.0, section 11.6: distribute shares the iterations of its loop among the teams: each
// is executed exactly once.
// Observed: a counter for each iteration, and guard elements around them.
// Mutant: target teams distribute num_teams(4) => target teams num_teams(4)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 1001;
  int count[n + 2] = {};
  int on_host = 1;

  #pragma omp target teams distribute num_teams(4) map(tofrom : count, on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i + 1];
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < n + 2; ++i)
    claim.equal("executions of an iteration", count[i], i > 0 && i <= n ? 1 : 0);
  return claim.verdict();
}
