// par.tdpf.schedule-dynamic
// OpenMP 4.5, section 11.5.3: with schedule(dynamic, c) on the combined loop, the threads of a
// team take chunks of c iterations of what the team got; each iteration is executed exactly
// once.
// Observed: a counter for each iteration; the iterations of a chunk have the same thread.
// Mutant: distribute parallel for schedule(dynamic, 7) dist_schedule(static, 70) =>
// Mutant: schedule(dynamic, 7) => schedule(static, 3)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 700;  // teams get 70 iterations at a time, so that chunks begin at multiples
  int count[n] = {};
  int owner[n] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for schedule(dynamic, 7) dist_schedule(static, 70) \
      num_teams(2) thread_limit(4) map(tofrom : count, owner, on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i];
    #pragma omp atomic write
    owner[i] = 1000 * omp_get_team_num() + omp_get_thread_num();
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("executions of an iteration", count[i], 1);
    claim.equal("thread, compared with the first of its chunk", owner[i], owner[i / 7 * 7]);
  }
  return claim.verdict();
}
