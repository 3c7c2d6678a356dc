// alloc.calloc
// OpenMP 5.1, section 18.13: omp_calloc gives memory for n elements whose bytes are all zero.
// Observed: every byte of three blocks, where memory with other contents was freed before.
// Where: host
// Mutant: omp_calloc(n, sizeof(int), omp_default_mem_alloc) => omp_alloc(n * sizeof(int),
// omp_default_mem_alloc)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const unsigned long sizes[] = {25UL, 3000UL, 100000UL};
  for (const unsigned long n : sizes) {
    auto* used = static_cast<int*>(omp_alloc(n * sizeof(int), omp_default_mem_alloc));
    claim.holds("memory to be used before", used != nullptr);
    for (unsigned long i = 0; used != nullptr && i < n; ++i) used[i] = -1;
    omp_free(used, omp_default_mem_alloc);
    auto* block = static_cast<int*>(omp_calloc(n, sizeof(int), omp_default_mem_alloc));
    claim.holds("memory was given", block != nullptr);
    if (block == nullptr) continue;
    unsigned long others = 0;
    for (unsigned long i = 0; i < n; ++i) others += block[i] != 0;
    claim.equal("elements that are not zero", others, 0UL);
    omp_free(block, omp_default_mem_alloc);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
