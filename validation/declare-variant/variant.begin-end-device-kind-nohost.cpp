// variant.begin-end-device-kind-nohost
// OpenMP 5.1, section 7.5.5: a definition between begin declare variant and end declare variant
// with kind(nohost) replaces the base on devices only.
// Observed: which definition is called in a region and on the host.
// Mutant: kind(nohost) => kind(fpga)

#include "league/claim.hpp"

int chosen(int n) { return 10 + n; }

#pragma omp begin declare variant match(device = {kind(nohost)})
int chosen(int n) { return 20 + n; }
#pragma omp end declare variant

int main() {
  league::Claim claim;
  int inside = 0;
  int on_host = 1;

  #pragma omp target map(from : inside, on_host)
  {
    on_host = omp_is_initial_device();
    inside = chosen(5);
  }
  claim.ran(on_host);
  claim.equal("definition called in the region", inside, on_host ? 15 : 25);
  claim.equal("definition called on the host", chosen(5), 15);
  return claim.verdict();
}
