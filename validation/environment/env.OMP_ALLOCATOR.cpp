// env.OMP_ALLOCATOR
// OpenMP 5.0, section 21.5.1: OMP_ALLOCATOR sets the default allocator of the program.
// Observed: the handle; memory that it gives.
// Where: host
// Environment: OMP_ALLOCATOR=omp_pteam_mem_alloc
// Mutant: omp_get_default_allocator() => omp_default_mem_alloc

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_allocator_handle_t allocator = omp_get_default_allocator();
  claim.holds("the allocator that was asked for", allocator == omp_pteam_mem_alloc);
  auto* block = static_cast<int*>(omp_alloc(100 * sizeof(int), omp_null_allocator));
  claim.holds("memory was given", block != nullptr);
  if (block != nullptr) {
    for (int i = 0; i < 100; ++i) block[i] = i;
    claim.equal("last element", block[99], 99);
  }
  omp_free(block, omp_null_allocator);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
