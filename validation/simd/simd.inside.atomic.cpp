// simd.inside.atomic
// OpenMP 5.0, section 15.8.4: an atomic update in a simd loop is made once for every iteration,
// and outside of it once for every thread that gets there.
// Observed: counters that iterations and threads add to.
// Mutant: omp for simd => omp simd
// Mutant: omp_get_thread_num() => 0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 48;
  constexpr int most = 4;
  int per_iteration[n] = {};
  int per_thread[most] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target parallel num_threads(most) \
      map(tofrom : per_iteration, per_thread, threads, on_host)
  {
    const int thread = omp_get_thread_num();
    #pragma omp atomic
    per_thread[thread] += 1;
    if (thread == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    #pragma omp for simd
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      per_iteration[i] += 1;
    }
  }

  claim.ran(on_host);
  claim.holds("there is a thread", threads > 0);
  for (int t = 0; t < threads; ++t) claim.equal("once per thread", per_thread[t], 1);
  for (int i = 0; i < n; ++i) claim.equal("once per iteration", per_iteration[i], 1);
  return claim.verdict();
}
