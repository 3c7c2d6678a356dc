// map.alloc.no-copy-out
// OpenMP 4.5, section 5.8.3: with map type alloc, nothing is copied in either direction.
// Observed: what the region stores does not appear on the host; bytes each way.
// Mutant: map(alloc : x) => map(from : x)
// Mutant: map(alloc : x) => map(to : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int sum = 0;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(alloc : x) map(from : sum, on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] = -(i + 1);
    sum = x[0] + x[1] + x[2] + x[3];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum of what the region stored", sum, -10);
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], i + 1);
  claim.moved(before, 0, sizeof sum + sizeof on_host);
  return claim.verdict();
}
