// rt.is_initial_device
// OpenMP 4.0, section 18.7.5: omp_is_initial_device is true on the host, also in a region that an
// if clause keeps there, and false in a region on another device.
// Observed: the answer in each of these places; in the region, whether its copy of a variable is
// apart from the host's, which tells independently where it runs.
// Mutant: map(from : offloaded) => map(from : offloaded) if (off)
// Mutant: map(from : kept) if (off) => map(from : kept)

#include "league/claim.hpp"

int main(int argc, char**) {
  league::Claim claim;
  const bool apart = league::separate_memory();
  const bool off = argc < 0;
  const int before = omp_is_initial_device();
  int kept = -1;
  int offloaded = -1;
  int x = 1;

  #pragma omp target map(from : kept) if (off)
  kept = omp_is_initial_device();
  #pragma omp target map(to : x) map(from : offloaded)
  {
    x = 2;
    offloaded = omp_is_initial_device();
  }
  const int after = omp_is_initial_device();

  claim.ran(offloaded != 0);
  claim.holds("true on the host", before != 0 && after != 0);
  claim.holds("true in a region kept on the host", kept != 0 && kept != -1);
  claim.holds("an answer from the region", offloaded != -1);
  if (apart) {
    claim.equal("x, which no region on a device changes", x, 1);
    claim.equal("in the region", offloaded, 0);
  }
  return claim.verdict();
}
