// map.default-type-is-tofrom
// OpenMP 4.5, section 5.8.3: a map clause that names no map type maps its items tofrom.
// Observed: on target, the region adds to the host's value and the sum comes back; on target data,
// the region sees the value from before the construct and the host gets the new one at its end.
// Mutant: map(x) => map(to : x)
// Mutant: map(x) => map(from : x)
// Mutant: map(y) => map(to : y)
// Mutant: map(y) => map(from : y)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x[4] = {1, 2, 3, 4};
  double y = 0.5;
  int on_host[2] = {1, 1};

  #pragma omp target map(x) map(from : on_host[0 : 1])
  {
    for (int i = 0; i < 4; ++i) x[i] += 10;
    on_host[0] = omp_is_initial_device();
  }

  #pragma omp target data map(y)
  {
    #pragma omp target map(alloc : y) map(from : on_host[1 : 1])
    {
      y += 2.0;
      on_host[1] = omp_is_initial_device();
    }
  }

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], i + 11);
  claim.equal("y on the host", y, 2.5);
  return claim.verdict();
}
