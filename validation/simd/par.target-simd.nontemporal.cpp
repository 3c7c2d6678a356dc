// par.target-simd.nontemporal
// OpenMP 5.0, section 10.4.1: nontemporal says that an item has little temporal locality; no
// result changes.
// Observed: each iteration's effect, once, and guard elements around them.
// Hint: the clause only advises the caches; the mutant shows that the claim looks at the region.
// Mutant: map(tofrom : x => map(to : x

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  int x[n + 2];
  for (int i = 0; i < n + 2; ++i) x[i] = 10 * i;
  int on_host = 1;

  #pragma omp target simd nontemporal(x) map(tofrom : x, on_host)
  for (int i = 1; i <= n; ++i) {
    x[i] += i;
    if (i == 1) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("element before", x[0], 0);
  for (int i = 1; i <= n; ++i) claim.equal("element", x[i], 11 * i);
  claim.equal("element behind", x[n + 1], 10 * (n + 1));
  return claim.verdict();
}
