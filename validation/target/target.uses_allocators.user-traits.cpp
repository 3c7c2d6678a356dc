// target.uses_allocators.user-traits
// OpenMP 5.0, section 6.8: uses_allocators makes an allocator with the given traits for the region;
// memory from it has them.
// Observed: eight blocks of odd sizes, each aligned as the traits say, each keeping its bytes.
// Mutant: {omp_atk_alignment, 512} => {omp_atk_alignment, 8}

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int kBlocks = 8;
  const omp_alloctrait_t traits[1] = {{omp_atk_alignment, 512}};
  omp_allocator_handle_t aligned = omp_null_allocator;
  int has_memory[kBlocks] = {};
  int off[kBlocks] = {};
  int kept[kBlocks] = {};
  int on_host = 1;

  #pragma omp target uses_allocators(aligned(traits)) map(tofrom : has_memory, off, kept) \
      map(from : on_host)
  {
    unsigned char* blocks[kBlocks];
    for (int i = 0; i < kBlocks; ++i) {
      blocks[i] = static_cast<unsigned char*>(omp_alloc(24 * i + 17, aligned));
      has_memory[i] = blocks[i] != nullptr ? 1 : 0;
      off[i] = static_cast<int>(reinterpret_cast<std::uintptr_t>(blocks[i]) % 512);
      if (blocks[i] != nullptr)
        for (int j = 0; j < 24 * i + 17; ++j) blocks[i][j] = static_cast<unsigned char>(i + j);
    }
    for (int i = 0; i < kBlocks; ++i) {
      if (blocks[i] == nullptr) continue;
      for (int j = 0; j < 24 * i + 17; ++j)
        kept[i] += blocks[i][j] == static_cast<unsigned char>(i + j);
      omp_free(blocks[i], aligned);
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < kBlocks; ++i) {
    claim.equal("memory that omp_alloc returned", has_memory[i], 1);
    claim.equal("bytes off the alignment", off[i], 0);
    claim.equal("bytes kept", kept[i], 24 * i + 17);
  }
  return claim.verdict();
}
