// atom.update-acq_rel
// OpenMP 5.1, section 15.8.1: the memory order acq_rel may stand on an atomic update, with or
// without the word update.
// Observed: counts of all iterations, exact.
// Mutant: count[0] + league_one(steps, round) => count[0] + 2
// Mutant: count[1] + league_one(steps, round, 1) => count[1] - 1

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 8000;
  volatile int count[2] = {};
  int steps[3] = {};
  int on_host = 1;
  #pragma omp target parallel for num_threads(2) schedule(static) \
      map(tofrom : count, on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    #pragma omp atomic update acq_rel
    count[0] = count[0] + league_one(steps, round);
    #pragma omp atomic acq_rel
    count[1] = count[1] + league_one(steps, round, 1);
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("with the word update", count[0], n);
  claim.equal("without it", count[1], n);
  return claim.verdict();
}
