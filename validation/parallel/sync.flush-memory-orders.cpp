// sync.flush-memory-orders
// OpenMP 5.0, section 15.8.5: a release flush before a flag is written and an acquire flush
// after it is read make what was stored before the first visible after the second.
// Observed: in each round in which the reader sees the flag, it finds the value stored before.
// Hint: processors that keep the order of stores hide a flush left out; the mutant leaves out
// what the flag stands for.
// Mutant: data[round] = 100 + round; =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rounds = 20;
  constexpr int patience = 20000000;  // looks at the flag before the reader gives up
  int data[rounds] = {};
  int flag[rounds] = {};
  int got[rounds] = {};
  int seen[rounds] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : data, flag, got, seen, threads, on_host)
  #pragma omp parallel num_threads(2)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
    for (int round = 0; round < rounds; ++round) {
      if (thread == 0) {
        data[round] = 100 + round;
        #pragma omp flush release
        #pragma omp atomic write
        flag[round] = 1;
      } else {
        int is_set = 0;
        for (int look = 0; look < patience && is_set == 0; ++look) {
          #pragma omp atomic read
          is_set = flag[round];
        }
        #pragma omp flush acquire
        if (is_set) got[round] = data[round];
        seen[round] = is_set;
      }
      #pragma omp barrier
    }
  }

  claim.needs(threads == 2, "two threads in a team of the device");
  int saw = 0;
  for (int round = 0; round < rounds; ++round) saw += seen[round];
  claim.needs(saw > 0, "two threads of the device that run at the same time");
  claim.ran(on_host);
  for (int round = 0; round < rounds; ++round)
    claim.equal("what the reader got", got[round], seen[round] ? 100 + round : 0);
  claim.note("rounds in which it saw the flag", saw);
  return claim.verdict();
}
