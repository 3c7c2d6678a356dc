// alloc.trait.partition
// OpenMP 5.0, section 6.2: an allocator with the trait partition is made, or omp_init_allocator
// gives omp_null_allocator, for each value of the trait.
// Observed: the handles; memory from the allocators that were made holds what is stored in it.
// Where: host
// Mutant: block[i] = 3 * i => block[i] = 2 * i

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_uintptr_t values[] = {omp_atv_environment, omp_atv_nearest, omp_atv_blocked,
                                  omp_atv_interleaved};
  int made = 0;
  for (const omp_uintptr_t value : values) {
    omp_alloctrait_t traits[1] = {{omp_atk_partition, value}};
    const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, traits);
    if (allocator == omp_null_allocator) continue;
    ++made;
    int wrong = 0;
    int missing = 0;
    #pragma omp parallel reduction(+ : wrong, missing)
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
