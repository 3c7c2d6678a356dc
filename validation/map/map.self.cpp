// map.self
// OpenMP 6.0, section 7.9.6: the modifier self of map demands that the region uses the original
// storage, and ends the program where it cannot.
// Observed: the program ends, or the region has the original's address and the original its store.
// Expect: terminates
// Mutant: map(self : x) => map(tofrom : x)
// Mutant: map(self : x) => map(x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 1;
  int seen = 0;
  int on_host = 1;
  int* address = nullptr;
  claim.must_end_here();
  #pragma omp target map(self : x) map(from : seen, on_host, address)
  {
    seen = x;
    x = 2;
    address = &x;
    on_host = omp_is_initial_device();
  }
  if (address != &x) return claim.survived();
  claim.ran(on_host);
  claim.equal("value found", seen, 1);
  claim.equal("value left", x, 2);
  return claim.verdict();
}
