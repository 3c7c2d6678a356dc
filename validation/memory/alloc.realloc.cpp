// alloc.realloc
// OpenMP 5.1, section 18.13: omp_realloc gives a block of another size that begins with what the
// old one held, also from one allocator to another.
// Observed: elements after growing, shrinking and a change of the allocator.
// Where: host
// Mutant: omp_realloc(block, 5000 * sizeof(int), omp_default_mem_alloc, => omp_realloc(nullptr,
// 5000 * sizeof(int), omp_default_mem_alloc,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  auto* block = static_cast<int*>(omp_alloc(50 * sizeof(int), omp_default_mem_alloc));
  claim.needs(block != nullptr, "memory");
  for (int i = 0; i < 50; ++i) block[i] = 7 * i + 1;
  block = static_cast<int*>(
      omp_realloc(block, 5000 * sizeof(int), omp_default_mem_alloc, omp_default_mem_alloc));
  claim.needs(block != nullptr, "memory");
  for (int i = 0; i < 50; ++i) claim.equal("element after growing", block[i], 7 * i + 1);
  for (int i = 50; i < 5000; ++i) block[i] = 7 * i + 1;
  block = static_cast<int*>(
      omp_realloc(block, 20 * sizeof(int), omp_large_cap_mem_alloc, omp_default_mem_alloc));
  claim.needs(block != nullptr, "memory");
  for (int i = 0; i < 20; ++i) claim.equal("element after shrinking", block[i], 7 * i + 1);
  omp_free(block, omp_large_cap_mem_alloc);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
