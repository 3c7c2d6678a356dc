// alloc.user-allocator.alignment-trait
// OpenMP 5.0, section 6.2: memory from an allocator with the trait alignment begins at a multiple
// of its value.
// Observed: the addresses of blocks of odd sizes, for three alignments.
// Where: host
// Mutant: {{omp_atk_alignment, alignment}} => {{omp_atk_alignment, 1}}

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_uintptr_t alignments[] = {64, 512, 8192};
  for (const omp_uintptr_t alignment : alignments) {
    omp_alloctrait_t traits[1] = {{omp_atk_alignment, alignment}};
    const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, traits);
    claim.holds("the allocator can be made", allocator != omp_null_allocator);
    void* blocks[9];
    for (int i = 0; i < 9; ++i) {
      blocks[i] = omp_alloc(17 * (i + 1), allocator);
      claim.holds("memory was given", blocks[i] != nullptr);
      const auto address = reinterpret_cast<std::uintptr_t>(blocks[i]);
      claim.equal("address modulo alignment", static_cast<unsigned long>(address % alignment), 0UL);
    }
    for (void* one : blocks) omp_free(one, allocator);
    omp_destroy_allocator(allocator);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
