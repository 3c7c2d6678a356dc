// par.loopform.not-equal
// OpenMP 5.0, section 4.4.1: the test of a canonical loop may be !=, with a step of one either
// way.
// Observed: each iteration of a rising and of a falling loop runs once, none outside.
// Mutant: target teams distribute parallel for => target teams
// Mutant: i != n => i != n - 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 333;
  int rising[n + 2] = {};
  int falling[n + 2] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) \
      map(tofrom : rising, on_host)
  for (int i = 0; i != n; ++i) {
    #pragma omp atomic
    ++rising[i + 1];
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);

  on_host = 1;
  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) \
      map(tofrom : falling, on_host)
  for (int i = n; i != 0; --i) {
    #pragma omp atomic
    ++falling[i];
    if (i == n) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);

  for (int i = 0; i < n + 2; ++i) {
    claim.equal("executions, rising", rising[i], i > 0 && i <= n ? 1 : 0);
    claim.equal("executions, falling", falling[i], i > 0 && i <= n ? 1 : 0);
  }
  return claim.verdict();
}
