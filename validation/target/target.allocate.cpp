// target.allocate
// OpenMP 5.0, section 6.6: the copies of private variables of a target construct may be placed
// through an allocator with the allocate clause.
// Observed: private array and scalar are usable; both originals are unchanged.
// Mutant: allocate(omp_default_mem_alloc : scratch, factor) private(scratch, factor) =>
// Mutant: private(scratch, factor) => private(factor) map(tofrom : scratch)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int scratch[8];
  int factor = -1;
  int out[8];
  int on_host = 1;
  for (int i = 0; i < 8; ++i) {
    scratch[i] = -5;
    out[i] = -1;
  }

  #pragma omp target uses_allocators(omp_default_mem_alloc) map(from : out, on_host) \
      allocate(omp_default_mem_alloc : scratch, factor) private(scratch, factor)
  {
    factor = 7;
    for (int i = 0; i < 8; ++i) scratch[i] = factor * (i + 1);
    for (int i = 0; i < 8; ++i) out[i] = scratch[7 - i];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("original of the private scalar", factor, -1);
  for (int i = 0; i < 8; ++i) {
    claim.equal("element of the private array", out[i], 7 * (8 - i));
    claim.equal("original of the private array", scratch[i], -5);
  }
  return claim.verdict();
}
