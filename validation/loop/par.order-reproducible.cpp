// par.order-reproducible
// OpenMP 5.1, section 10.3: order(reproducible : concurrent) gives a reproducible schedule: two
// loops of the same length and schedule in one parallel region give an iteration to the same
// thread.
// Observed: the thread of each iteration in both loops; no barrier lies between them.
// Mutant: concurrent) schedule(static, 4) => concurrent) schedule(static, 5)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 203;
  constexpr int room = 4;
  int stored[room][n] = {};
  int found[n] = {};
  int count[n] = {};
  int on_host = 1;

  #pragma omp target parallel num_threads(4) map(tofrom : stored, found, count, on_host)
  {
    const int thread = omp_get_thread_num();  // in the loops no call is allowed
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp for schedule(static, 4) order(reproducible : concurrent) nowait
    for (int i = 0; i < n; ++i) stored[thread][i] = i + 1;
    #pragma omp for order(reproducible : concurrent) schedule(static, 4)
    for (int i = 0; i < n; ++i) {
      found[i] = stored[thread][i];  // there only if this thread had the iteration before
      count[i] += 1;
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("what the thread stored in the first loop", found[i], i + 1);
    claim.equal("executions of an iteration", count[i], 1);
  }
  return claim.verdict();
}
