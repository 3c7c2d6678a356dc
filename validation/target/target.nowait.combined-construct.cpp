// target.nowait.combined-construct
// OpenMP 4.5, section 15.6: a deferred combined construct executes every iteration of its loop once
// before a taskwait that waits for it ends.
// Observed: how often each iteration ran, and that it ran on a device.
// Mutant: parallel for map(tofrom : executions) => parallel for map(to : executions)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 64;
  int executions[n] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : executions) map(from : on_host) \
      nowait
  for (int i = 0; i < n; ++i) {
    executions[i] += 1;
    if (i == 0) on_host = omp_is_initial_device();
  }
  #pragma omp taskwait

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", executions[i], 1);
  return claim.verdict();
}
