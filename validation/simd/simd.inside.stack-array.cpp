// simd.inside.stack-array
// OpenMP 4.5, section 10.4: an array declared in a simd loop belongs to its iteration, one declared
// before it in the parallel region to its thread.
// Observed: what each iteration and each thread stored in its own array and read again.
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
    int own[8];
    for (int k = 0; k < 8; ++k) own[k] = thread + k;
    #pragma omp barrier
    for (int k = 0; k < 8; ++k) per_thread[thread] += own[7 - k];
    if (thread == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    #pragma omp for simd
    for (int i = 0; i < n; ++i) {
      int local[8];
      for (int k = 0; k < 8; ++k) local[k] = i * k;
      for (int k = 0; k < 8; ++k) per_iteration[i] += local[7 - k];
    }
  }

  claim.ran(on_host);
  claim.holds("there is a thread", threads > 0);
  for (int t = 0; t < threads; ++t) claim.equal("once per thread", per_thread[t], 8 * t + 28);
  for (int i = 0; i < n; ++i) claim.equal("once per iteration", per_iteration[i], 28 * i);
  return claim.verdict();
}
