// par.loop.bind-thread-reduction
// OpenMP 5.0, section 11.7.1: all iterations of a loop construct that binds to the thread belong to
// the thread that meets it, also where that thread is in a loop construct around it.
// Observed: sums of rows of different lengths, each by an iteration of the loop around.
// Mutant: map(tofrom : sums, on_host) => map(to : sums) map(tofrom : on_host)
// Mutant: e < i => e < i - 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 61;
  int sums[n] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : sums, on_host)
  #pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 0) on_host = omp_is_initial_device();
    #pragma omp loop
    for (int i = 0; i < n; ++i) {
      int sum = 0;
      #pragma omp loop bind(thread) reduction(+ : sum)
      for (int e = 0; e < i; ++e) sum += e + 1;
      sums[i] = sum;
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("the sum of a row", sums[i], i * (i + 1) / 2);
  return claim.verdict();
}
