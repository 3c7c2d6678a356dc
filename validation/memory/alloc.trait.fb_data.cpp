// alloc.trait.fb_data
// OpenMP 5.0, section 6.2: an allocator with the trait fb_data is made and honours it, or
// omp_init_allocator gives omp_null_allocator.
// Observed: a request beyond the pool is served by the allocator in fb_data, recognised by its
// alignment; that allocator's own pool is the next limit.
// Where: host
// Mutant: {omp_atk_fb_data, (omp_uintptr_t)second} => {omp_atk_fb_data,
// (omp_uintptr_t)omp_default_mem_alloc}

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_alloctrait_t limits[3] = {
      {omp_atk_alignment, 4096}, {omp_atk_pool_size, 1 << 20}, {omp_atk_fallback, omp_atv_null_fb}};
  const omp_allocator_handle_t second = omp_init_allocator(omp_default_mem_space, 3, limits);
  omp_alloctrait_t traits[3] = {{omp_atk_pool_size, 2048},
                                {omp_atk_fallback, omp_atv_allocator_fb},
                                {omp_atk_fb_data, (omp_uintptr_t)second}};
  const omp_allocator_handle_t first = second == omp_null_allocator
                                           ? omp_null_allocator
                                           : omp_init_allocator(omp_default_mem_space, 3, traits);
  claim.note("allocators were made", first != omp_null_allocator);
  claim.holds("handles or null handles", true);
  if (first == omp_null_allocator) return claim.verdict();
  void* middle = omp_alloc(50000, first);
  claim.holds("memory from the second allocator", middle != nullptr);
  const auto address = reinterpret_cast<std::uintptr_t>(middle);
  claim.equal("address modulo 4096", static_cast<unsigned long>(address % 4096), 0UL);
  void* huge = omp_alloc(4 << 20, first);
  claim.holds("no memory beyond both pools", huge == nullptr);
  omp_free(huge, omp_null_allocator);
  omp_free(middle, omp_null_allocator);
  omp_destroy_allocator(first);
  omp_destroy_allocator(second);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
