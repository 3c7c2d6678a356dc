// par.loop.lastprivate
// OpenMP 5.0, section 5.4.5: lastprivate on loop, which only the iteration variable can have: it
// holds afterwards what it would hold after the sequential loop.
// Observed: the iteration variable after the construct, executions of each iteration.
// Mutant: lastprivate(i) => private(i)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 103;
  constexpr int room = 4;
  int count[room][n] = {};
  int i = -1;
  int on_host = 1;

  #pragma omp target map(tofrom : count, i, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp loop bind(parallel) lastprivate(i)
    for (i = 0; i < n; i += 2) count[thread][i] += 1;
  }

  claim.ran(on_host);
  claim.equal("iteration variable afterwards", i, 104);
  for (int k = 0; k < n; ++k) {
    const int runs = count[0][k] + count[1][k] + count[2][k] + count[3][k];
    claim.equal("executions of an iteration", runs, k % 2 == 0 ? 1 : 0);
  }
  return claim.verdict();
}
