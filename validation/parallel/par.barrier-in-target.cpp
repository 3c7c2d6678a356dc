// par.barrier-in-target
// OpenMP 4.0, section 15.3.1: no thread passes a barrier before all threads of the team have
// come to it; what they have written before it is seen behind it.
// Observed: in each of twenty rounds every thread finds what all threads have stored.
// Mutant: #pragma omp barrier  // all have arrived =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rounds = 20;
  constexpr int room = 4;
  int arrived[rounds] = {};
  int stored[rounds][room] = {};
  int found[rounds][room] = {};
  int sum[rounds][room] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : arrived, stored, found, sum, threads, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
    for (int round = 0; round < rounds; ++round) {
      // One thread comes late.
      for (volatile int i = 0; thread == round % room && i < 100000; i = i + 1) continue;
      stored[round][thread] = 10 * round + thread;
      #pragma omp atomic
      ++arrived[round];
      #pragma omp barrier  // all have arrived
      #pragma omp atomic read
      found[round][thread] = arrived[round];
      #pragma omp barrier
      for (int i = 0; i < omp_get_num_threads(); ++i) sum[round][thread] += stored[round][i];
    }
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= room);
  for (int round = 0; round < rounds; ++round) {
    for (int thread = 0; thread < threads; ++thread) {
      claim.equal("threads that had arrived", found[round][thread], threads);
      claim.equal("sum of what they stored", sum[round][thread],
                  10 * round * threads + threads * (threads - 1) / 2);
    }
  }
  return claim.verdict();
}
