// simd.outside.captured-value
// OpenMP 4.5, section 15.8.4: what an atomic captures before a simd loop is one value for each
// thread, and every iteration of the thread's loop finds it.
// Observed: the number that each thread drew, and the number that each iteration read.
// Mutant: drawn = counter++ => drawn = ++counter
// Mutant: += drawn => += thread

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 48;
  constexpr int most = 4;
  int numbers[most] = {};
  int read[most][n] = {};
  int counter = 100;
  int threads = 0;
  int on_host = 1;

  #pragma omp target parallel num_threads(most) \
      map(tofrom : numbers, read, counter, threads, on_host)
  {
    const int thread = omp_get_thread_num();
    int drawn = 0;
    #pragma omp atomic capture
    drawn = counter++;
    numbers[thread] = drawn;
    if (thread == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    #pragma omp simd
    for (int i = 0; i < n; ++i) read[thread][i] += drawn;
  }

  claim.ran(on_host);
  claim.holds("there is a thread", threads > 0);
  claim.equal("one draw for each thread", counter, 100 + threads);
  int drawn[most] = {};
  for (int t = 0; t < threads; ++t) {
    const int number = numbers[t] - 100;
    claim.holds("a number that was drawn", number >= 0 && number < threads);
    if (number >= 0 && number < threads) drawn[number] += 1;
    for (int i = 0; i < n; ++i) claim.equal("number in an iteration", read[t][i], numbers[t]);
  }
  for (int t = 0; t < threads; ++t) claim.equal("times that a number was drawn", drawn[t], 1);
  return claim.verdict();
}
