// map.from
// OpenMP 4.5, section 5.8.3: with map type from, the whole item is copied back when the region ends
// and nothing is copied to the device when it begins.
// Observed: what the region stored replaces every host element; bytes each way.
// Mutant: map(from : x) => map(alloc : x)
// Mutant: map(from : x) => map(tofrom : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x[64];
  for (int& one : x) one = -1;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(from : x) map(from : on_host)
  {
    for (int i = 0; i < 64; ++i) x[i] = 3 * i;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 64; ++i) claim.equal("x on the host", x[i], 3 * i);
  claim.moved(before, 0, sizeof x + sizeof on_host);
  return claim.verdict();
}
