// target.allocate.firstprivate
// OpenMP 5.0, section 6.6: the copies of firstprivate variables of a target construct may be placed
// through an allocator with the allocate clause; they begin with the values of the originals.
// Observed: the elements seen by the region; the original is unchanged.
// Mutant: allocate(omp_default_mem_alloc : in) firstprivate(in) =>
// Mutant: allocate(omp_default_mem_alloc : in) firstprivate(in) => map(alloc : in)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int in[8];
  int seen[8];
  int on_host = 1;
  for (int i = 0; i < 8; ++i) {
    in[i] = 3 * i + 1;
    seen[i] = -1;
  }

  #pragma omp target uses_allocators(omp_default_mem_alloc) map(from : seen, on_host) \
      allocate(omp_default_mem_alloc : in) firstprivate(in)
  {
    for (int i = 0; i < 8; ++i) {
      seen[i] = in[i];
      in[i] = 0;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) {
    claim.equal("element seen by the region", seen[i], 3 * i + 1);
    claim.equal("element of the original", in[i], 3 * i + 1);
  }
  return claim.verdict();
}
