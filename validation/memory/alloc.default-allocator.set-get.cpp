// alloc.default-allocator.set-get
// OpenMP 5.0, section 18.13: omp_get_default_allocator returns what omp_set_default_allocator set
// for this task, and omp_alloc uses it where it is given no allocator.
// Observed: handles before, between and after; a null pointer from a default allocator whose pool
// is too small.
// Where: host
// Mutant: omp_set_default_allocator(own); =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_allocator_handle_t first = omp_get_default_allocator();
  omp_alloctrait_t traits[2] = {{omp_atk_pool_size, 1024}, {omp_atk_fallback, omp_atv_null_fb}};
  const omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 2, traits);
  claim.holds("the allocator can be made", own != omp_null_allocator);
  omp_set_default_allocator(own);
  claim.holds("the handle that was set", omp_get_default_allocator() == own);
  void* large = omp_alloc(100000, omp_null_allocator);
  claim.holds("the default allocator is used", large == nullptr);
  omp_free(large, omp_null_allocator);
  omp_set_default_allocator(omp_large_cap_mem_alloc);
  claim.holds("a predefined handle", omp_get_default_allocator() == omp_large_cap_mem_alloc);
  omp_set_default_allocator(first);
  claim.holds("the first handle again", omp_get_default_allocator() == first);
  omp_destroy_allocator(own);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
