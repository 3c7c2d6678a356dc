// target.device.host-number
// OpenMP 4.5, section 13.2: the number that omp_get_initial_device returns selects the host.
// Observed: where two regions ran that differ in the device clause alone; the one on the host works
// on the originals of what it maps.
// Mutant: device(omp_get_initial_device()) => device(0)
// Mutant: device(omp_get_initial_device()) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x = 1;
  int where = 0;
  int on_host = 1;

  #pragma omp target device(omp_get_initial_device()) map(to : x) map(from : where)
  {
    x += 10;
    where = omp_is_initial_device();
  }

  claim.equal("is it the host?", where != 0 ? 1 : 0, 1);
  claim.equal("the original", x, 11);

  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();

  claim.ran(on_host);
  return claim.verdict();
}
