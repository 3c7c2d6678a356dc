// task.concurrent-mapping-same-data
// OpenMP 4.5, section 5.8.3: threads can map the same present data at the same time: each mapping
// counts, none of them copies, and the data stays until its first mapping is undone.
// Observed: increments by each thread to its own elements of the device's copy; presence before and
// after the first mapping ends; the host's array, poisoned meanwhile.
// Mutant: target map(tofrom : a) => target map(always, tofrom : a)
// Mutant: #pragma omp target enter data map(to : a) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  constexpr int kThreads = 4;
  constexpr int kRounds = 200;
  const int device = omp_get_default_device();
  int a[8] = {10, 20, 30, 40, 50, 60, 70, 80};
  int on_host[kThreads] = {};
  int threads = 0;

  #pragma omp target enter data map(to : a)
  for (int& element : a) element = -1000;

  #pragma omp parallel num_threads(kThreads)
  {
    const int me = omp_get_thread_num();
    for (int round = 0; round < kRounds; ++round) {
      int where = 1;

      #pragma omp target map(tofrom : a) map(from : where)
      {
        a[2 * me] += 1;
        a[2 * me + 1] += 2;
        where = omp_is_initial_device();
      }

      on_host[me] += where;
    }
    #pragma omp single
    threads = omp_get_num_threads();
  }

  for (const int element : a) claim.equal("element on the host meanwhile", element, -1000);
  claim.holds("still present", omp_target_is_present(a, device) != 0);
  #pragma omp target exit data map(from : a)
  claim.holds("no longer present", omp_target_is_present(a, device) == 0);

  for (int i = 0; i < kThreads; ++i) {
    const int rounds = i < threads ? kRounds : 0;
    if (i < threads) claim.ran(on_host[i]);
    claim.equal("the thread's first element", a[2 * i], 10 * (2 * i + 1) + rounds);
    claim.equal("the thread's second element", a[2 * i + 1], 10 * (2 * i + 2) + 2 * rounds);
  }
  return claim.verdict();
}
