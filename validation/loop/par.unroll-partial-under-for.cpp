// par.unroll-partial-under-for
// OpenMP 5.1, section 9.2: unroll partial(4) makes one iteration of four, and a last one of what
// is left; an enclosing worksharing loop shares these.
// Observed: each iteration runs once; groups of four go to the threads round robin.
// Mutant: #pragma omp unroll partial(4) =>
// Mutant: unroll partial(4) => unroll partial(2)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 103;  // three are left
  int count[n] = {};
  int owner[n] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target parallel num_threads(4) map(tofrom : count, owner, threads, on_host)
  {
    if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
    if (omp_get_thread_num() == 0) on_host = omp_is_initial_device();
    #pragma omp for schedule(static, 1)
    #pragma omp unroll partial(4)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[i];
      owner[i] = omp_get_thread_num();
    }
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= 4);
  for (int i = 0; i < n; ++i) {
    claim.equal("executions of an iteration", count[i], 1);
    claim.equal("its thread", owner[i], threads > 0 ? i / 4 % threads : 0);
  }
  return claim.verdict();
}
