// map.self
// OpenMP 6.0, section 7.9.6: the modifier self of map demands that the region uses the original
// storage, and ends the program where it cannot.
// Observed: the original changes with the region's store, if the device can reach it.
// Mutant: x = 2; => x = 3;
// Mutant: seen = x; => seen = x + 1;

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

int main() {
  league::Claim claim;
  int x = 1;
  int seen = 0;
  int on_host = 1;
  int* address = nullptr;
  #pragma omp target map(self : x) map(from : seen, on_host, address)
  {
    seen = x;
    x = 2;
    address = &x;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("value found", seen, 1);
  claim.equal("value left", x, 2);
  claim.equal("address", address, &x);
  return claim.verdict();
}
