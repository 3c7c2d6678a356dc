// par.order-concurrent
// OpenMP 5.0, section 10.3: order(concurrent) lets iterations run in any order and at the same
// time; each still runs exactly once.
// Observed: a counter for each iteration, kept apart for each thread.
// Hint: the clause only permits; what must not change is that the loop is shared among the
// threads.
// Mutant: #pragma omp for order(concurrent) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 500;
  constexpr int room = 4;
  int count[room][n] = {};
  int on_host = 1;

  #pragma omp target parallel num_threads(4) map(tofrom : count, on_host)
  {
    const int thread = omp_get_thread_num();  // in the loop no call is allowed
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp for order(concurrent)
    for (int i = 0; i < n; ++i) count[thread][i] += 1;
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    const int runs = count[0][i] + count[1][i] + count[2][i] + count[3][i];
    claim.equal("executions of an iteration", runs, 1);
  }
  return claim.verdict();
}
