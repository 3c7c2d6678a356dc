// env.OMP_SCHEDULE
// OpenMP 4.5, section 21.1.1: OMP_SCHEDULE sets the initial kind and chunk of schedule(runtime).
// Observed: what omp_get_schedule returns; the threads of a loop's iterations.
// Where: host
// Environment: OMP_SCHEDULE=static,6
// Mutant: schedule(runtime) => schedule(static)
// Mutant: chunk, 6) => chunk, 7)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_sched_t kind = omp_sched_auto;
  int chunk = 0;
  omp_get_schedule(&kind, &chunk);
  claim.equal("kind", static_cast<int>(kind & 0xff), static_cast<int>(omp_sched_static));
  claim.equal("chunk", chunk, 6);
  constexpr int n = 97;
  int thread[n];
  int threads = 0;
  #pragma omp parallel num_threads(4)
  {
    #pragma omp single
    threads = omp_get_num_threads() * omp_get_level();
    #pragma omp for schedule(runtime)
    for (int i = 0; i < n; ++i) thread[i] = omp_get_thread_num();
  }
  claim.holds("threads", threads >= 1);
  for (int i = 0; i < n; ++i) claim.equal("thread", thread[i], threads > 0 ? i / 6 % threads : -1);
  return claim.verdict();
}
