// alloc.user-allocator.fallback-allocator
// OpenMP 5.0, section 6.2: an allocator with fallback allocator_fb hands a request that it cannot
// serve to the allocator in the trait fb_data.
// Observed: a request larger than the pool succeeds, with the alignment of the second allocator;
// the first alone would not have served it.
// Where: host
// Mutant: {omp_atk_fallback, omp_atv_allocator_fb} => {omp_atk_fallback, omp_atv_null_fb}

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_alloctrait_t aligned[1] = {{omp_atk_alignment, 2048}};
  const omp_allocator_handle_t second = omp_init_allocator(omp_default_mem_space, 1, aligned);
  claim.holds("the second allocator can be made", second != omp_null_allocator);
  omp_alloctrait_t traits[3] = {{omp_atk_pool_size, 4096},
                                {omp_atk_fallback, omp_atv_allocator_fb},
                                {omp_atk_fb_data, (omp_uintptr_t)second}};
  const omp_allocator_handle_t first = omp_init_allocator(omp_default_mem_space, 3, traits);
  claim.holds("the first allocator can be made", first != omp_null_allocator);
  int* large = static_cast<int*>(omp_alloc(100000, first));
  claim.holds("memory was given", large != nullptr);
  if (large != nullptr) {
    for (int i = 0; i < 25000; ++i) large[i] = i;
    claim.equal("last element", large[24999], 24999);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(large);
  claim.equal("address modulo 2048", static_cast<unsigned long>(address % 2048), 0UL);
  omp_free(large, omp_null_allocator);
  omp_destroy_allocator(first);
  omp_destroy_allocator(second);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
