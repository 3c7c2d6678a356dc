// atom.histogram-contended
// OpenMP 4.0, section 15.8.4: atomic updates of few locations by many threads lose nothing.
// Observed: 16000 increments in 16 bins, each bin exact.
// Mutant: map(tofrom : bins) => map(to : bins)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 16000;
  int bins[16] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : bins) map(tofrom : on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++bins[(i * 7) % 16];
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int one : bins) claim.equal("bin", one, n / 16);
  return claim.verdict();
}
