// par.tdpf.schedule-static-1
// OpenMP 4.5, section 11.5.3: target teams distribute parallel for with schedule(static, 1)
// executes each iteration exactly once.
// Observed: a counter for each iteration.
// Mutant: distribute parallel for schedule(static, 1) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 1000;
  int count[n] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for schedule(static, 1) num_teams(2) \
      map(tofrom : count, on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i];
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", count[i], 1);
  return claim.verdict();
}
