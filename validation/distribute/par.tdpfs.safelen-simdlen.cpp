// par.tdpfs.safelen-simdlen
// OpenMP 4.5, section 10.4.2: safelen bounds the distance of iterations that run at the same
// time: a dependence over a longer distance is kept. simdlen is a wish and changes no result.
// Observed: each iteration runs once; every sum over the iteration eight places before is right.
// Mutant: distribute parallel for simd safelen(4) simdlen(4) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 640;
  constexpr int block = 64;  // one thread's chunk; no dependence leaves it
  int count[n] = {};
  int sum[n] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for simd safelen(4) simdlen(4) num_teams(2) \
      thread_limit(4) dist_schedule(static, 64) schedule(static, 64)                       \
      map(tofrom : count, sum, on_host)
  for (int i = 0; i < n; ++i) {
    ++count[i];
    sum[i] = i % block < 8 ? i : sum[i - 8] + i;
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  int expected[n];
  for (int i = 0; i < n; ++i) {
    expected[i] = i % block < 8 ? i : expected[i - 8] + i;
    claim.equal("executions of an iteration", count[i], 1);
    claim.equal("sum over the chain", sum[i], expected[i]);
  }
  return claim.verdict();
}
