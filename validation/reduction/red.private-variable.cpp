// red.private-variable
// OpenMP 6.0, section 7.6.10: with original(private) a reduction of a worksharing construct may be
// over a variable that each thread has for itself: each finds the whole result in its own.
// Observed: the result that each of several threads finds, through a reference to its variable;
// how often each iteration ran.
// Mutant: reduction(original(private), + : sum) =>
// Mutant: sums[thread] = sum => sums[thread] = 1

#include "league/claim.hpp"

#pragma omp begin declare target
static void add_up(int& sum, int* times) {
  #pragma omp for schedule(static, 1) reduction(original(private), + : sum)
  for (int i = 0; i < 60; ++i) {
    sum += i;
    ++times[i];
  }
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  int sums[4] = {-1, -1, -1, -1};
  int times[60] = {};
  int threads = 0;
  int on_host = 1;
  #pragma omp target map(tofrom : sums, times, threads) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    {
      int sum = 0;
      add_up(sum, times);
      const int thread = omp_get_thread_num();
      if (thread < 4) sums[thread] = sum;
      if (thread == 0) threads = omp_get_num_threads();
    }
  }
  claim.ran(on_host);
  claim.needs(threads > 1, "more than one thread");
  for (int i = 0; i < threads; ++i) claim.equal("sum", sums[i], 1770);
  for (const int one : times) claim.equal("times an iteration ran", one, 1);
  return claim.verdict();
}
