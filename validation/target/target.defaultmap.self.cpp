// target.defaultmap.self
// OpenMP 6.0, section 7.9.9: defaultmap(self) makes every implicit mapping use the original
// storage.
// Observed: the original changes with the region's store.
// Mutant: x[1] = 20 => x[1] = 21
// Mutant: address = x; => address = x + 1;

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

int main() {
  league::Claim claim;
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;
  int* address = nullptr;
  #pragma omp target defaultmap(self : aggregate) map(from : on_host, address)
  {
    x[1] = 20;
    address = x;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("address", address, &x[0]);
  claim.equal("element", x[1], 20);
  return claim.verdict();
}
