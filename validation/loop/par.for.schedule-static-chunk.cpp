// par.for.schedule-static-chunk
// OpenMP 4.5, section 11.5.3: schedule(static, c) gives chunks of c iterations to the threads in
// turn.
// Observed: the thread of every iteration, on the host.
// Where: host
// Mutant: static, 5 => static, 4
// Mutant: static, 5 => static

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
    #pragma omp for schedule(static, 5)
    for (int i = 0; i < n; ++i) thread[i] = omp_get_thread_num();
  }
  claim.holds("threads", threads >= 1);
  for (int i = 0; i < n; ++i) claim.equal("thread", thread[i], threads > 0 ? i / 5 % threads : -1);
  return claim.verdict();
}
