// update.noncontiguous-stride
// OpenMP 5.0, section 3.2.5: target update with a strided array section moves every stride-th
// element and leaves those between as they are.
// Observed: all elements a region sees after to, and all elements on the host after from.
// Mutant: update to(a[1 : 4 : 3]) => update to(a[1 : 10])
// Mutant: update from(a[0 : 5 : 2]) => update from(a[0 : 9])
// Mutant: update to(a[1 : 4 : 3]) => update to(a[1 : 4 : 2])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i;
  int seen[16] = {};
  int on_host = 1;

  #pragma omp target data map(to : a)
  {
    for (int i = 0; i < 16; ++i) a[i] = 100 + i;
    #pragma omp target update to(a[1 : 4 : 3])
    #pragma omp target map(to : a) map(from : seen, on_host)
    {
      for (int i = 0; i < 16; ++i) {
        seen[i] = a[i];
        a[i] = 1000 + i;
      }
      on_host = omp_is_initial_device();
    }
    #pragma omp target update from(a[0 : 5 : 2])
  }

  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) {
    const bool down = i == 1 || i == 4 || i == 7 || i == 10;
    const bool up = i == 0 || i == 2 || i == 4 || i == 6 || i == 8;
    claim.equal("seen after to", seen[i], down ? 100 + i : i);
    claim.equal("on the host after from", a[i], up ? 1000 + i : 100 + i);
  }
  return claim.verdict();
}
