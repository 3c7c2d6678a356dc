// par.single-in-target
// OpenMP 4.0, section 11.1: the block of a single construct is executed by one thread of the
// team, and the others wait for it at its end.
// Observed: executions in each of fifty rounds; what every thread finds behind it.
// Mutant: #pragma omp single =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rounds = 50;
  constexpr int room = 4;
  int runs[rounds] = {};
  int found[rounds][room] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : runs, found, threads, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
    for (int round = 0; round < rounds; ++round) {
      #pragma omp single
      {
        #pragma omp atomic
        ++runs[round];
      }
      #pragma omp atomic read
      found[round][thread] = runs[round];
    }
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= room);
  for (int round = 0; round < rounds; ++round) {
    claim.equal("executions", runs[round], 1);
    for (int thread = 0; thread < threads; ++thread)
      claim.equal("executions a thread finds behind it", found[round][thread], 1);
  }
  return claim.verdict();
}
