// simd.outside.printf
// OpenMP 4.5, section 4.3: text printed outside of a simd loop appears once for every thread that
// prints it, and not once for every lane.
// Observed: the line of thread 0 stands in the output exactly once, beside a simd loop.
// Prints: thread 0 says 1.500
// Mutant: omp_get_thread_num() => 0

#include <cstdio>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 48;
  constexpr int most = 4;
  int per_iteration[n] = {};
  int on_host = 1;

  #pragma omp target parallel num_threads(most) map(tofrom : per_iteration, on_host)
  {
    const int thread = omp_get_thread_num();
    std::printf("thread %d says %.3f\n", thread, thread + 1.5);
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp for simd
    for (int i = 0; i < n; ++i) per_iteration[i] += 1;
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("once per iteration", per_iteration[i], 1);
  return claim.verdict();
}
