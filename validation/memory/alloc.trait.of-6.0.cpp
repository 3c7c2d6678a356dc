// alloc.trait.of-6.0
// OpenMP 6.0, section 8.2: the traits pin_device, preferred_device, target_access and part_size
// and the value device of access are known.
// Observed: allocators with each of them are made, or the null handle is returned.
// Where: host
// Mutant: block != nullptr => block == nullptr
// Mutant: league_one_runtime() => !league_one_runtime()

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_alloctrait_t traits[] = {{omp_atk_pin_device, 0},
                                     {omp_atk_preferred_device, 0},
                                     {omp_atk_target_access, omp_atv_single},
                                     {omp_atk_part_size, 64},
                                     {omp_atk_access, omp_atv_device}};
  for (const omp_alloctrait_t& trait : traits) {
    const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, &trait);
    if (allocator == omp_null_allocator) continue;
    void* block = omp_alloc(64, allocator);
    claim.holds("memory", block != nullptr);
    omp_free(block, allocator);
    omp_destroy_allocator(allocator);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
