// par.tdpfs.schedule-static-1
// OpenMP 4.5, section 11.5.3: target teams distribute parallel for simd with schedule(static, 1)
// executes each iteration exactly once.
// Observed: a counter for each iteration.
// Mutant: count[i] += 1 => count[i] += 2
// Mutant: i < n; => i < n - 1;

#include "league/claim.hpp"

#pragma omp declare target
int mark = 1;  // 0 in the device's copy: no routine may be called in a simd loop
#pragma omp end declare target

int main() {
  league::Claim claim;
  constexpr int n = 1000;
  int count[n] = {};
  int on_host = 1;
  mark = 0;
  #pragma omp target update to(mark)
  mark = 1;

  #pragma omp target teams distribute parallel for simd schedule(static, 1) num_teams(2) \
      map(tofrom : count, on_host)
  for (int i = 0; i < n; ++i) {
    count[i] += 1;
    if (i == 0) on_host = mark;
  }

  claim.ran(on_host);
  for (int i = 0; i < 1000; ++i) claim.equal("executions of an iteration", count[i], 1);
  return claim.verdict();
}
