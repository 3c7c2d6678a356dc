// par.distribute.lastprivate
// OpenMP 4.5, section 5.4.5: lastprivate on distribute: the original item gets the value of the
// sequentially last iteration.
// Observed: each iteration runs once; the item afterwards.
// Mutant: lastprivate(last) => private(last)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 103;
  int count[n] = {};
  int last = -1;
  int on_host = 1;

  #pragma omp target map(tofrom : count, last, on_host)
  #pragma omp teams num_teams(4)
  #pragma omp distribute lastprivate(last)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i];
    if (i == 0)  // the first iteration comes last, so that what is shared would keep its value
      for (volatile int k = 0; k < LEAGUE_LOOKS; ++k) continue;
    last = 3 * i + 1;
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("value of the last iteration", last, 3 * (n - 1) + 1);
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", count[i], 1);
  return claim.verdict();
}
