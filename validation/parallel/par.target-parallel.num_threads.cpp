// par.target-parallel.num_threads
// OpenMP 4.5, section 10.1.2: num_threads(n) on target parallel gives at most n threads.
// Observed: how often the region runs, with which thread numbers, and how many threads it tells.
// Mutant: num_threads(3) => num_threads(6)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 64;
  int runs[room] = {};
  int told[room] = {};
  int on_host = 1;

  #pragma omp target parallel num_threads(3) map(tofrom : runs, told, on_host)
  {
    const int thread = omp_get_thread_num();
    if (thread >= 0 && thread < room) {
      #pragma omp atomic
      ++runs[thread];
      told[thread] = omp_get_num_threads();
    }
    if (thread == 0) on_host = omp_is_initial_device();
  }

  const int threads = told[0];
  claim.ran(on_host);
  claim.holds("one to three threads", threads >= 1 && threads <= 3);
  for (int i = 0; i < room; ++i) {
    claim.equal("runs of a thread", runs[i], i < threads ? 1 : 0);
    claim.equal("threads it sees", told[i], i < threads ? threads : 0);
  }
  return claim.verdict();
}
