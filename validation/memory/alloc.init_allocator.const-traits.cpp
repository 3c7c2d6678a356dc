// alloc.init_allocator.const-traits
// OpenMP 5.0, section 18.13: omp_init_allocator takes the traits as an array of const elements.
// Observed: a constant array of traits is accepted, and the trait is honoured.
// Where: host
// Mutant: omp_atk_alignment, 4096 => omp_atk_alignment, 1

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  static const omp_alloctrait_t traits[1] = {{omp_atk_alignment, 4096}};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, traits);
  claim.holds("the allocator can be made", allocator != omp_null_allocator);
  void* blocks[3];
  for (void*& one : blocks) {
    one = omp_alloc(33, allocator);
    const auto address = reinterpret_cast<std::uintptr_t>(one);
    claim.equal("address modulo 4096", static_cast<unsigned long>(address % 4096), 0UL);
  }
  for (void* one : blocks) omp_free(one, allocator);
  omp_destroy_allocator(allocator);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
