// par.tdpf.schedule-dynamic-few
// OpenMP 4.5, section 11.5.3: with schedule(dynamic, c) on the combined loop, each iteration is
// executed exactly once and a chunk by one thread, also where there are fewer than a league has
// threads.
// Observed: a counter and the thread of each iteration of loops of 3 to 198; an emulated device
// finds no race.
// Mutant: schedule(dynamic, 3) => schedule(static, 1)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int most = 198;
  const int sizes[] = {3, 33, most};
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();

  for (const int n : sizes) {
    int count[most] = {};
    int owner[most] = {};
    #pragma omp target teams distribute parallel for schedule(dynamic, 3) \
        dist_schedule(static, 33) map(tofrom : count, owner)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[i];
      owner[i] = 1000 * omp_get_team_num() + omp_get_thread_num();
    }
    for (int i = 0; i < most; ++i) {
      claim.equal("executions of an iteration", count[i], i < n);
      claim.equal("thread, compared with the first of its chunk", owner[i], owner[i / 3 * 3]);
    }
  }

  claim.ran(on_host);
  return claim.verdict();
}
