// rt.schedule.set-get
// OpenMP 4.5, section 18.2.11: omp_set_schedule sets what schedule(runtime) does, and
// omp_get_schedule returns it.
// Observed: the kinds and chunks that come back; the threads of the iterations of a loop.
// Where: host
// Mutant: schedule(runtime) => schedule(static)
// Mutant: set_schedule(kind, 4) => set_schedule(kind, 5)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
  for (const omp_sched_t kind : kinds) {
    omp_set_schedule(kind, 4);
    omp_sched_t told = omp_sched_auto;
    int chunk = 0;
    omp_get_schedule(&told, &chunk);
    claim.equal("kind", static_cast<int>(told), static_cast<int>(kind));
    claim.equal("chunk", chunk, 4);
  }
  omp_set_schedule(omp_sched_static, 3);
  constexpr int n = 50;
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
  for (int i = 0; i < n; ++i) claim.equal("thread", thread[i], threads > 0 ? i / 3 % threads : -1);
  return claim.verdict();
}
