// alloc.trait.access
// OpenMP 5.0, section 6.2: an allocator with the trait access is made and honours it, or
// omp_init_allocator gives omp_null_allocator; memory with access all can be used by every thread.
// Observed: four values of the trait; memory that one thread allocated, as the others see it.
// Where: host
// Mutant: block[i] = 3 * i => block[i] = 2 * i

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_uintptr_t accesses[] = {omp_atv_all, omp_atv_cgroup, omp_atv_pteam, omp_atv_thread};
  int made = 0;
  for (const omp_uintptr_t access : accesses) {
    omp_alloctrait_t traits[1] = {{omp_atk_access, access}};
    const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, traits);
    if (allocator == omp_null_allocator) continue;
    ++made;
    auto* block = static_cast<int*>(omp_alloc(100 * sizeof(int), allocator));
    claim.holds("memory was given", block != nullptr);
    int wrong = 0;
    for (int i = 0; block != nullptr && i < 100; ++i) block[i] = 3 * i;
    if (access == omp_atv_all && block != nullptr) {
      #pragma omp parallel for reduction(+ : wrong)
      for (int i = 0; i < 100; ++i) wrong += block[i] != 3 * i;
    } else {
      for (int i = 0; block != nullptr && i < 100; ++i) wrong += block[i] != 3 * i;
    }
    claim.equal("elements that hold something else", wrong, 0);
    omp_free(block, allocator);
    omp_destroy_allocator(allocator);
  }
  claim.note("allocators that were made", made);
  claim.holds("each is a handle or the null handle", true);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
