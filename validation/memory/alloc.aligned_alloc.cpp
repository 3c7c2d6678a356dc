// alloc.aligned_alloc
// OpenMP 5.1, section 18.13: omp_aligned_alloc gives memory at a multiple of the alignment that is
// asked for.
// Observed: addresses for five alignments, and what the blocks hold.
// Where: host
// Mutant: omp_aligned_alloc(alignment, bytes, omp_default_mem_alloc) => omp_alloc(bytes,
// omp_default_mem_alloc)

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const unsigned long alignments[] = {16UL, 128UL, 1024UL, 4096UL, 65536UL};
  for (const unsigned long alignment : alignments) {
    const unsigned long bytes = 3 * alignment;
    auto* block =
        static_cast<unsigned char*>(omp_aligned_alloc(alignment, bytes, omp_default_mem_alloc));
    claim.holds("memory was given", block != nullptr);
    if (block == nullptr) continue;
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    claim.equal("address modulo alignment", static_cast<unsigned long>(address % alignment), 0UL);
    for (unsigned long i = 0; i < bytes; ++i) block[i] = static_cast<unsigned char>(i % 251);
    claim.equal("last byte", block[bytes - 1], static_cast<int>((bytes - 1) % 251));
    omp_free(block, omp_default_mem_alloc);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
