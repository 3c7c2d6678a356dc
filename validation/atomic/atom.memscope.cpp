// atom.memscope
// OpenMP 6.0, section 17.8.4: memscope bounds the threads for which an atomic operation is atomic.
// Observed: counts of all iterations, exact.
// Seconds: 5
// Mutant: count + league_one(steps, round) => count + 2
// Mutant: map(tofrom : count, on_host, steps) => map(tofrom : on_host, steps) map(to : count)

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 8000;
  volatile int count = 0;
  int steps[3] = {};
  int on_host = 1;
  #pragma omp target parallel for num_threads(2) schedule(static) \
      map(tofrom : count, on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    #pragma omp atomic update memscope(device)
    count = count + league_one(steps, round);
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("count", count, n);
  return claim.verdict();
}
