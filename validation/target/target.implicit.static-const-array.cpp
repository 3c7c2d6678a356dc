// target.implicit.static-const-array
// OpenMP 4.5, section 5.8.1: a constant array at file scope that a target region uses without
// listing it is mapped implicitly; it is never written to, not at the end of the region either.
// Observed: the elements the region reads; the program goes on behind the region.
// Mutant: omp target map => omp target map(alloc : table) map

#include "league/claim.hpp"

static const int table[6] = {2, 3, 5, 7, 11, 13};

int main() {
  league::Claim claim;
  int seen[6] = {};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    for (int i = 0; i < 6; ++i) seen[i] = table[i];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const int primes[6] = {2, 3, 5, 7, 11, 13};
  for (int i = 0; i < 6; ++i) claim.equal("element seen by the region", seen[i], primes[i]);
  return claim.verdict();
}
