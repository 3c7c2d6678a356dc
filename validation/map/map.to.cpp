// map.to
// OpenMP 4.5, section 5.8.3: with map type to, the value is copied to the device when the region
// begins and is not copied back when it ends.
// Observed: the region sees the value; what it stores does not appear on the host; bytes each way.
// Mutant: map(to : x) => map(tofrom : x)
// Mutant: map(to : x) => map(alloc : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int sum = 0;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(to : x) map(from : sum, on_host)
  {
    sum = x[0] + x[1] + x[2] + x[3];
    for (int i = 0; i < 4; ++i) x[i] = -1;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum seen by the region", sum, 10);
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], i + 1);
  claim.moved(before, sizeof x, sizeof sum + sizeof on_host);
  return claim.verdict();
}
