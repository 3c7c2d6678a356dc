// alloc.memspace.low_lat
// OpenMP 5.0, section 6.1: omp_init_allocator for the memory space omp_low_lat_mem_space gives an
// allocator or omp_null_allocator.
// Observed: the handle; memory from the allocator, or from the default one where there is none, is
// aligned as asked for and holds what is stored in it.
// Where: host
// Mutant: block[i] = 3 * i => block[i] = 2 * i

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_alloctrait_t traits[2] = {{omp_atk_alignment, 256},
                                {omp_atk_fallback, omp_atv_default_mem_fb}};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_low_lat_mem_space, 2, traits);
  claim.note("allocator was made", allocator != omp_null_allocator);
  claim.holds("a handle or the null handle", true);
  const bool made = allocator != omp_null_allocator;
  const omp_allocator_handle_t used = made ? allocator : omp_default_mem_alloc;
  auto* block = static_cast<int*>(omp_alloc(1000 * sizeof(int), used));
  claim.holds("memory was given", block != nullptr);
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  if (made) claim.equal("address modulo 256", static_cast<unsigned long>(address % 256), 0UL);
  if (block != nullptr) {
    for (int i = 0; i < 1000; ++i) block[i] = 3 * i;
    claim.equal("last element", block[999], 2997);
  }
  omp_free(block, used);
  if (made) omp_destroy_allocator(allocator);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
