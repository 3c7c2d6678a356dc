// map.tofrom
// OpenMP 4.5, section 5.8.3: with map type tofrom, the value is copied to the device when the
// region begins and back to the host when it ends, once each.
// Observed: the region adds to the host's values and the sums come back; bytes each way.
// Mutant: map(tofrom : x) => map(to : x)
// Mutant: map(tofrom : x) => map(from : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x[16];
  for (int i = 0; i < 16; ++i) x[i] = i + 1;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(tofrom : x) map(from : on_host)
  {
    for (int i = 0; i < 16; ++i) x[i] += 1000;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) claim.equal("x on the host", x[i], i + 1001);
  claim.moved(before, sizeof x, sizeof x + sizeof on_host);
  return claim.verdict();
}
