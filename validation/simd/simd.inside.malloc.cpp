// simd.inside.malloc
// OpenMP 4.5, section 4.3: malloc and free work in a simd loop once for every iteration, and
// outside of it once for every thread.
// Observed: what was stored in each block.
// Mutant: omp for simd => omp simd
// Mutant: omp_get_thread_num() => 0

#include <cstdlib>

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
    int* const own = static_cast<int*>(std::malloc(4 * sizeof(int)));
    if (own != nullptr) {
      for (int k = 0; k < 4; ++k) own[k] = thread + k;
      for (int k = 0; k < 4; ++k) per_thread[thread] += own[k];
    }
    std::free(own);
    if (thread == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    #pragma omp for simd
    for (int i = 0; i < n; ++i) {
      int* const block = static_cast<int*>(std::malloc(4 * sizeof(int)));
      if (block != nullptr) {
        for (int k = 0; k < 4; ++k) block[k] = i + k;
        for (int k = 0; k < 4; ++k) per_iteration[i] += block[k];
      }
      std::free(block);
    }
  }

  claim.ran(on_host);
  claim.holds("there is a thread", threads > 0);
  for (int t = 0; t < threads; ++t) claim.equal("once per thread", per_thread[t], 4 * t + 6);
  for (int i = 0; i < n; ++i) claim.equal("once per iteration", per_iteration[i], 4 * i + 6);
  return claim.verdict();
}
