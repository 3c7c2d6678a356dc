// atom.hint
// OpenMP 5.0, section 15.1: a hint on atomic changes no result.
// Observed: counts made with four hints, exact.
// Mutant: contended + league_one(steps, round, 1) => contended + 2

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 8000;
  volatile int plain = 0;
  volatile int contended = 0;
  volatile int lonely = 0;
  volatile int speculative = 0;
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel for num_threads(2) schedule(static) \
      map(tofrom : plain, contended, lonely, speculative) map(tofrom : on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    #pragma omp atomic hint(omp_sync_hint_none)
    plain = plain + league_one(steps, round);
    #pragma omp atomic hint(omp_sync_hint_contended)
    contended = contended + league_one(steps, round, 1);
    #pragma omp atomic hint(omp_sync_hint_uncontended)
    lonely = lonely + league_one(steps, round, 2);
    #pragma omp atomic hint(omp_sync_hint_contended | omp_sync_hint_speculative)
    speculative = speculative + league_one(steps, round, 3);
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("without a hint", plain, n);
  claim.equal("contended", contended, n);
  claim.equal("uncontended", lonely, n);
  claim.equal("contended and speculative", speculative, n);
  return claim.verdict();
}
