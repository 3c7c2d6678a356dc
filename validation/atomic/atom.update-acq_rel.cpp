// atom.update-acq_rel
// OpenMP 5.1, section 15.8.1: the memory order acq_rel may stand on an atomic update, with or
// without the word update.
// Observed: counts of all iterations, exact.
// Mutant: count[0] += 1 => count[0] += 2
// Mutant: count[1] += 1 => count[1] -= 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 300;
  int count[2] = {};
  int on_host = 1;
  #pragma omp target teams distribute parallel for map(tofrom : count, on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic update acq_rel
    count[0] += 1;
    #pragma omp atomic acq_rel
    count[1] += 1;
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("with the word update", count[0], n);
  claim.equal("without it", count[1], n);
  return claim.verdict();
}
