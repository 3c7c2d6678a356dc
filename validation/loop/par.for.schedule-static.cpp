// par.for.schedule-static
// OpenMP 4.5, section 11.5.3: schedule(static) gives each thread at most one chunk, of nearly
// equal sizes.
// Observed: the thread of every iteration, on the host.
// Where: host
// Mutant: schedule(static) => schedule(static, 5)
// Mutant: threads = omp_get_num_threads() * => threads = 2 + omp_get_num_threads() *

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 97;
  int thread[n];
  int threads = 0;
  #pragma omp parallel num_threads(4)
  {
    #pragma omp single
    threads = omp_get_num_threads() * omp_get_level();
    #pragma omp for schedule(static)
    for (int i = 0; i < n; ++i) thread[i] = omp_get_thread_num();
  }
  claim.holds("threads", threads >= 1);
  int changes = 0;
  for (int i = 1; i < n; ++i) changes += thread[i] != thread[i - 1];
  claim.equal("chunks", changes + 1, threads);
  return claim.verdict();
}
