// alloc.trait.sync_hint
// OpenMP 5.0, section 6.2: an allocator with the trait sync_hint is made, or omp_init_allocator
// gives omp_null_allocator, for each value of the trait.
// Observed: the handles; memory from the allocators that were made holds what its threads store in
// it.
// Where: host
// Mutant: block[i] = 3 * i => block[i] = 2 * i

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_uintptr_t values[] = {omp_atv_contended, omp_atv_uncontended, omp_atv_serialized,
                                  omp_atv_private};
  int made = 0;
  for (const omp_uintptr_t value : values) {
    omp_alloctrait_t traits[1] = {{omp_atk_sync_hint, value}};
    const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, traits);
    if (allocator == omp_null_allocator) continue;
    ++made;
    int wrong = 0;
    int missing = 0;
    #pragma omp parallel reduction(+ : wrong, missing) \
        num_threads(value == omp_atv_contended || value == omp_atv_uncontended ? 4 : 1)
    {
      auto* block = static_cast<int*>(omp_alloc(100 * sizeof(int), allocator));
      if (block == nullptr) ++missing;
      for (int i = 0; block != nullptr && i < 100; ++i) block[i] = 3 * i;
      for (int i = 0; block != nullptr && i < 100; ++i) wrong += block[i] != 3 * i;
      omp_free(block, allocator);
    }
    claim.equal("requests without memory", missing, 0);
    claim.equal("elements that hold something else", wrong, 0);
    omp_destroy_allocator(allocator);
  }
  claim.note("allocators that were made", made);
  claim.holds("each is a handle or the null handle", true);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
