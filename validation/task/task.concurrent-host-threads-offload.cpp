// task.concurrent-host-threads-offload
// OpenMP 4.5, section 13.8: threads of the host can execute target regions at the same time; each
// gets the results of its own.
// Observed: every result of 100 regions of each thread, made from the thread's mapped array and a
// value given by copy; launches.
// Mutant: map(tofrom : mine) => map(to : mine)
// Mutant: firstprivate(me, round) => map(alloc : me, round)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int kThreads = 4;
  constexpr int kRounds = 100;
  int wrong[kThreads] = {};
  int on_host[kThreads] = {};
  int threads = 0;
  const auto before = league::counted();

  #pragma omp parallel num_threads(kThreads)
  {
    const int me = omp_get_thread_num();
    int mine[5] = {me, 0, 0, 0, 0};

    for (int round = 0; round < kRounds; ++round) {
      int where = 1;

      #pragma omp target map(tofrom : mine) map(from : where) firstprivate(me, round)
      {
        for (int i = 1; i < 5; ++i) mine[i] += mine[i - 1] + 10 * me + round;
        where = omp_is_initial_device();
      }

      on_host[me] += where;
    }

    int expected[5] = {me, 0, 0, 0, 0};
    for (int round = 0; round < kRounds; ++round)
      for (int i = 1; i < 5; ++i) expected[i] += expected[i - 1] + 10 * me + round;
    for (int i = 0; i < 5; ++i) wrong[me] += mine[i] != expected[i];
    #pragma omp single
    threads = omp_get_num_threads();
  }

  for (int i = 0; i < threads; ++i) {
    claim.ran(on_host[i]);
    claim.equal("wrong elements in the thread's array", wrong[i], 0);
  }
  claim.launched(before, static_cast<long>(threads) * kRounds);
  return claim.verdict();
}
