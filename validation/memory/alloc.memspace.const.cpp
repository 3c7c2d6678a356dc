// alloc.memspace.const
// OpenMP 5.0, section 6.1: omp_init_allocator for the memory space omp_const_mem_space gives an
// allocator or omp_null_allocator.
// Observed: the handle; memory from the allocator, where there is one, is aligned as asked for;
// nothing is stored, since constant memory is only read.
// Where: host
// Mutant: address % 256 => (address + 1) % 256

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_alloctrait_t traits[2] = {{omp_atk_alignment, 256},
                                {omp_atk_fallback, omp_atv_default_mem_fb}};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_const_mem_space, 2, traits);
  claim.note("allocator was made", allocator != omp_null_allocator);
  claim.holds("a handle or the null handle", true);
  if (allocator == omp_null_allocator) return claim.verdict();
  auto* block = static_cast<int*>(omp_alloc(1000 * sizeof(int), allocator));
  claim.holds("memory was given", block != nullptr);
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  claim.equal("address modulo 256", static_cast<unsigned long>(address % 256), 0UL);
  omp_free(block, allocator);
  omp_destroy_allocator(allocator);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
