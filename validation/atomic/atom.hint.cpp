// atom.hint
// OpenMP 5.0, section 15.1: a hint on atomic changes no result.
// Observed: counts made with four hints, exact.
// Mutant: contended += 1 => contended += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 400;
  int plain = 0;
  int contended = 0;
  int lonely = 0;
  int speculative = 0;
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : plain, contended, lonely, \
                                                           speculative) map(tofrom : on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic hint(omp_sync_hint_none)
    plain += 1;
    #pragma omp atomic hint(omp_sync_hint_contended)
    contended += 1;
    #pragma omp atomic hint(omp_sync_hint_uncontended)
    lonely += 1;
    #pragma omp atomic hint(omp_sync_hint_contended | omp_sync_hint_speculative)
    speculative += 1;
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("without a hint", plain, n);
  claim.equal("contended", contended, n);
  claim.equal("uncontended", lonely, n);
  claim.equal("contended and speculative", speculative, n);
  return claim.verdict();
}
