// alloc.user-allocator.fallback-null
// OpenMP 5.0, section 6.2: an allocator with the traits pool_size and fallback null_fb gives a null
// pointer once its pool is used up.
// Observed: a request larger than the pool, one that fits, and the same allocator without the
// limit.
// Where: host
// Mutant: {omp_atk_pool_size, 4096} => {omp_atk_pool_size, 409600}

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_alloctrait_t traits[2] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 2, traits);
  claim.holds("the allocator can be made", allocator != omp_null_allocator);
  void* large = omp_alloc(100000, allocator);
  claim.holds("no memory beyond the pool", large == nullptr);
  omp_free(large, allocator);
  void* small = omp_alloc(64, allocator);
  claim.holds("memory within the pool", small != nullptr);
  omp_free(small, allocator);
  omp_destroy_allocator(allocator);

  const omp_allocator_handle_t other = omp_init_allocator(omp_default_mem_space, 1, traits + 1);
  claim.holds("an allocator without a limit can be made", other != omp_null_allocator);
  large = omp_alloc(100000, other);
  claim.holds("memory without the limit", large != nullptr);
  omp_free(large, other);
  omp_destroy_allocator(other);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
