// par.barrier-behind-sequential-part
// OpenMP 4.0, section 15.3.1: a barrier of few threads also holds where one thread alone executed
// the region before, and calls what the compiler cannot know.
// Observed: in each of twenty rounds every thread finds that all threads have arrived.
// Mutant: #pragma omp barrier  // all have arrived =>

#include "league/claim.hpp"

#pragma omp declare target
static void one(int* start) { *start = 1; }
static void two(int* start) { *start = 2; }
void (*chosen)(int*) = nullptr;
#pragma omp end declare target

int main() {
  league::Claim claim;
  constexpr int rounds = 20;
  constexpr int room = 4;
  int arrived[rounds] = {};
  int found[rounds][room] = {};
  int which = 1;
  int start = 0;
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : which)
  chosen = which == 1 ? one : two;
  #pragma omp target map(tofrom : arrived, found, start, threads, on_host)
  {
    chosen(&start);
    #pragma omp parallel num_threads(4)
    {
      const int thread = omp_get_thread_num();
      if (thread == 0) threads = omp_get_num_threads();
      for (int round = 0; round < rounds; ++round) {
        // One thread comes late.
        for (volatile int i = 0; thread == round % room && i < 20000; i = i + 1) continue;
        #pragma omp atomic
        arrived[round] += start;
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
