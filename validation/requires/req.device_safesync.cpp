// req.device_safesync
// OpenMP 6.0, section 10.5 (unchecked): requires device_safesync demands that threads of a device
// that wait for one another make progress.
// Observed: two threads of a region that wait for one another in turn.
// Seconds: 5
// Hint: where threads make progress anyway, device_safesync demands nothing more
// Mutant: turns == 2 * rounds => turns == rounds

#include "league/claim.hpp"

#pragma omp requires device_safesync

int main() {
  league::Claim claim;
  const int rounds = 20;
  int turn = 0;
  int turns = 0;
  int threads = 0;
  int on_host = 1;
  #pragma omp target parallel num_threads(2) map(tofrom : turn, turns, threads, on_host)
  {
    const int me = omp_get_thread_num();
    if (me == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    for (int round = 0; round < rounds; ++round) {
      int now = -1;
      for (long look = 0; look < 30L * LEAGUE_LOOKS && now != me; ++look) {
        #pragma omp atomic read seq_cst
        now = turn;
      }
      #pragma omp atomic
      turns += now == me;
      #pragma omp atomic write seq_cst
      turn = 1 - me;
    }
  }
  claim.ran(on_host);
  claim.needs(threads == 2, "two threads");
  claim.holds("all turns were taken", turns == 2 * rounds);
  return claim.verdict();
}
