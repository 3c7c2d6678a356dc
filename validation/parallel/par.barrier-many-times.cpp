// par.barrier-many-times
// OpenMP 4.0, section 15.3.1: a barrier of a few threads holds as often as they come to it, however
// many threads the device has that the region does not need.
// Observed: in each of 150 rounds every thread finds that all threads have arrived.
// Mutant: #pragma omp barrier  // all have arrived =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rounds = 150;
  constexpr int room = 4;
  int arrived[rounds] = {};
  int found[rounds][room] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : arrived, found, threads, on_host)
  {
    #pragma omp parallel num_threads(4)
    {
      const int thread = omp_get_thread_num();
      if (thread == 0) threads = omp_get_num_threads();
      for (int round = 0; round < rounds; ++round) {
        // One thread comes late.
        for (volatile int i = 0; thread == round % room && i < 5000; i = i + 1) continue;
        #pragma omp atomic
        arrived[round] += 1;
        #pragma omp barrier  // all have arrived
        #pragma omp atomic read
        found[round][thread] = arrived[round];
      }
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.holds("there are threads", threads > 0 && threads <= room);
  for (const auto& one_round : found)
    for (int thread = 0; thread < threads; ++thread)
      claim.equal("threads that have arrived", one_round[thread], threads);
  return claim.verdict();
}
