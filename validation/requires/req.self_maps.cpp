// req.self_maps
// OpenMP 6.0, section 10.5.1.6: requires self_maps makes every mapping use the original storage.
// Observed: address and value of a mapped variable.
// Mutant: x[i] += 10 => x[i] += 11
// Mutant: address = x; => address = x + 1;

#include "league/claim.hpp"

#pragma omp requires self_maps

int main() {
  league::Claim claim;
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;
  int* address = nullptr;
  #pragma omp target map(tofrom : x) map(from : on_host, address)
  {
    for (int i = 0; i < 4; ++i) x[i] += 10;
    address = x;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("address", address, &x[0]);
  for (int i = 0; i < 4; ++i) claim.equal("element", x[i], i + 11);
  return claim.verdict();
}
