// alloc.trait.pinned
// OpenMP 5.0, section 6.2: an allocator with the trait pinned is made and honours it, or
// omp_init_allocator gives omp_null_allocator.
// Observed: the handle; memory from the allocator, where there is one, holds what is stored in it.
// Where: host
// Mutant: block[i] = 3 * i => block[i] = 2 * i

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_alloctrait_t traits[1] = {{omp_atk_pinned, omp_atv_true}};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, traits);
  claim.note("allocator was made", allocator != omp_null_allocator);
  claim.holds("a handle or the null handle", true);
  if (allocator == omp_null_allocator) return claim.verdict();
  auto* block = static_cast<int*>(omp_alloc(1000 * sizeof(int), allocator));
  claim.holds("memory was given", block != nullptr);
  if (block != nullptr) {
    for (int i = 0; i < 1000; ++i) block[i] = 3 * i;
    claim.equal("last element", block[999], 2997);
  }
  omp_free(block, allocator);
  omp_destroy_allocator(allocator);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
