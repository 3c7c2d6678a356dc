// update.if
// OpenMP 4.5, section 13.9: target update with a false if clause moves nothing.
// Observed: what a region sees after an update that is off and one that is on; what the host sees.
// Mutant: update to(x) if (off) => update to(x)
// Mutant: update from(y) if (off) => update from(y)
// Mutant: update to(z) if (target update : on) => update to(z) if (off)

#include "league/claim.hpp"

int main(int argc, char**) {
  league::Claim claim;
  claim.needs_separate_memory();
  const bool on = argc > 0;
  const bool off = argc < 0;
  int x = 1;
  int y = 2;
  int z = 3;
  int seen[2] = {};
  int on_host = 1;

  #pragma omp target data map(to : x, y, z)
  {
    x = 10;
    z = 30;
    #pragma omp target update to(x) if (off)
    #pragma omp target update to(z) if (target update : on)
    x = z = -1;
    #pragma omp target map(to : x, y, z) map(from : seen, on_host)
    {
      seen[0] = x;
      seen[1] = z;
      y = 20;
      on_host = omp_is_initial_device();
    }
    #pragma omp target update from(y) if (off)
  }

  claim.ran(on_host);
  claim.equal("x on the device", seen[0], 1);
  claim.equal("z on the device", seen[1], 30);
  claim.equal("y on the host", y, 2);
  return claim.verdict();
}
