// simd.inside.printf
// OpenMP 4.5, section 4.3: text printed in a simd loop appears once for every iteration that prints
// it.
// Observed: the line stands in the output exactly once; each iteration and thread counted once.
// Prints: simd iteration 17 says -0.500
// Mutant: omp for simd => omp simd
// Mutant: omp_get_thread_num() => 0

#include <cstdio>

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
    per_thread[thread] += 1;
    std::printf("thread %d\n", thread);
    if (thread == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    #pragma omp for simd
    for (int i = 0; i < n; ++i) {
      per_iteration[i] += 1;
      if (i == 17) std::printf("simd iteration %d says %.3f\n", i, -0.5);
    }
  }

  claim.ran(on_host);
  claim.holds("there is a thread", threads > 0);
  for (int t = 0; t < threads; ++t) claim.equal("once per thread", per_thread[t], 1);
  for (int i = 0; i < n; ++i) claim.equal("once per iteration", per_iteration[i], 1);
  return claim.verdict();
}
