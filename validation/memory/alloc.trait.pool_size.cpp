// alloc.trait.pool_size
// OpenMP 5.0, section 6.2: an allocator with the trait pool_size is made and honours it, or
// omp_init_allocator gives omp_null_allocator.
// Observed: of many blocks that are held together, no more than the pool has room for; with the
// fallback null_fb the others are null.
// Where: host
// Mutant: {omp_atk_pool_size, 65536} => {omp_atk_pool_size, 65536 * 64}

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_alloctrait_t traits[2] = {{omp_atk_pool_size, 65536}, {omp_atk_fallback, omp_atv_null_fb}};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 2, traits);
  claim.note("allocator was made", allocator != omp_null_allocator);
  claim.holds("a handle or the null handle", true);
  if (allocator == omp_null_allocator) return claim.verdict();
  void* blocks[32];
  int given = 0;
  for (void*& one : blocks) {
    one = omp_alloc(8192, allocator);
    given += one != nullptr;
  }
  claim.holds("no more blocks than the pool holds", given <= 8);
  claim.holds("some blocks", given > 0);
  for (void* one : blocks) omp_free(one, allocator);
  void* again = omp_alloc(8192, allocator);
  claim.holds("memory again after all was freed", again != nullptr);
  omp_free(again, allocator);
  omp_destroy_allocator(allocator);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
