// atom.histogram-contended
// OpenMP 4.0, section 15.8.4: atomic updates of few locations by many threads lose nothing.
// Observed: 16000 increments in 16 bins, each bin exact.
// Mutant: map(tofrom : bins) => map(to : bins)

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 8000;
  volatile int bins[16] = {};
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel for num_threads(2) schedule(static) map(tofrom : bins) \
      map(tofrom : on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    #pragma omp atomic
    bins[(i * 7) % 16] = bins[(i * 7) % 16] + league_one(steps, round);
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (const int one : bins) claim.equal("bin", one, n / 16);
  return claim.verdict();
}
