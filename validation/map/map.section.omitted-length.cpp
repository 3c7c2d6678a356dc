// map.section.omitted-length
// OpenMP 4.5, section 3.2.5: a section without a length goes to the end of the array, one without a
// lower bound begins with element 0.
// Observed: which elements come back from the device and which keep the host's poison.
// Mutant: x[6 : ] => x[6 : 3]
// Mutant: y[ : 3] => y[1 : 2]
// Mutant: z[ : ] => z[0 : 4]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[10];
  int y[10];
  int z[5];
  for (int i = 0; i < 10; ++i) x[i] = y[i] = i;
  for (int i = 0; i < 5; ++i) z[i] = i;
  int on_host = 1;

  #pragma omp target data map(tofrom : x[6 : ], y[ : 3], z[ : ])
  {
    for (int i = 0; i < 10; ++i) x[i] = y[i] = -1;
    for (int i = 0; i < 5; ++i) z[i] = -1;
    // One element of each section is enough to name what is present.
    #pragma omp target map(alloc : x[6 : 1], y[1 : 1], z[0 : 1]) map(from : on_host)
    {
      x[6] += 100;
      y[1] += 100;
      z[0] += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < 10; ++i) {
    claim.equal("x on the host", x[i], i < 6 ? -1 : i == 6 ? 106 : i);
    claim.equal("y on the host", y[i], i >= 3 ? -1 : i == 1 ? 101 : i);
  }
  for (int i = 0; i < 5; ++i) claim.equal("z on the host", z[i], i == 0 ? 100 : i);
  return claim.verdict();
}
