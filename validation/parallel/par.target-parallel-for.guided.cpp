// par.target-parallel-for.guided
// OpenMP 4.5, section 11.5.3: with schedule(guided, c) no chunk has fewer than c iterations,
// except the one with the last iteration; each iteration is executed exactly once.
// Observed: a counter for each iteration; how many neighbours in a row have the same thread.
// Mutant: schedule(guided, 8) => schedule(static, 3)
// Mutant: target parallel for schedule(guided, 8) => target parallel

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 500;
  int count[n] = {};
  int owner[n] = {};
  int on_host = 1;

  #pragma omp target parallel for schedule(guided, 8) num_threads(4) \
      map(tofrom : count, owner, on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i];
    #pragma omp atomic write
    owner[i] = omp_get_thread_num();
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", count[i], 1);
  for (int begin = 0; begin < n;) {
    int end = begin;
    while (end < n && owner[end] == owner[begin]) ++end;
    claim.holds("eight iterations in a row or the last ones", end - begin >= 8 || end == n);
    begin = end;
  }
  return claim.verdict();
}
