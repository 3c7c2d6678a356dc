// alloc.aligned_calloc
// OpenMP 5.1, section 18.13: omp_aligned_calloc gives zeroed memory at a multiple of the alignment.
// Observed: addresses and every element, where memory with other contents was freed before.
// Where: host
// Mutant: omp_aligned_calloc(alignment, n, sizeof(int), omp_default_mem_alloc) => omp_calloc(n,
// sizeof(int), omp_default_mem_alloc)

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const unsigned long alignments[] = {64UL, 1024UL, 65536UL};
  for (const unsigned long alignment : alignments) {
    const unsigned long n = alignment;
    auto* used = static_cast<int*>(omp_alloc(n * sizeof(int), omp_default_mem_alloc));
    claim.holds("memory to be used before", used != nullptr);
    for (unsigned long i = 0; used != nullptr && i < n; ++i) used[i] = -1;
    omp_free(used, omp_default_mem_alloc);
    auto* block =
        static_cast<int*>(omp_aligned_calloc(alignment, n, sizeof(int), omp_default_mem_alloc));
    claim.holds("memory was given", block != nullptr);
    if (block == nullptr) continue;
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    claim.equal("address modulo alignment", static_cast<unsigned long>(address % alignment), 0UL);
    unsigned long others = 0;
    for (unsigned long i = 0; i < n; ++i) others += block[i] != 0;
    claim.equal("elements that are not zero", others, 0UL);
    omp_free(block, omp_default_mem_alloc);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
