// map.storage-type
// OpenMP 6.0, section 7.9.1: the map type storage allocates, as alloc does, and copies nothing.
// Observed: bytes each way, and what the region stored and read.
// Mutant: map(storage : x) => map(tofrom : x)
// Mutant: x[i] = i; => x[i] = i + 1;

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[16] = {};
  int sum = 0;
  int on_host = 1;
  #pragma omp target map(storage : x) map(tofrom : sum) map(from : on_host)
  {
    for (int i = 0; i < 16; ++i) x[i] = i;
    for (int i = 0; i < 16; ++i) sum += x[i];
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("sum", sum, 120);
  for (int i = 0; i < 16; ++i) claim.equal("on the host", x[i], 0);
  return claim.verdict();
}
