// target.uses_allocators.memspace-traits-modifiers
// OpenMP 5.2, section 6.8: uses_allocators takes the memory space and the traits of the allocator
// as modifiers.
// Observed: memory from the allocator is aligned as the traits say and keeps its values.
// Mutant: {omp_atk_alignment, 512} => {omp_atk_alignment, 8}

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_alloctrait_t alignment[1] = {{omp_atk_alignment, 512}};
  omp_allocator_handle_t aligned = omp_null_allocator;
  int has_memory[4] = {};
  int off[4] = {};
  int kept[4] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : has_memory, off, kept) map(from : on_host) \
      uses_allocators(memspace(omp_default_mem_space), traits(alignment) : aligned)
  {
    int* blocks[4];
    for (int i = 0; i < 4; ++i) {
      blocks[i] = static_cast<int*>(omp_alloc((i + 5) * sizeof(int), aligned));
      has_memory[i] = blocks[i] != nullptr ? 1 : 0;
      off[i] = static_cast<int>(reinterpret_cast<std::uintptr_t>(blocks[i]) % 512);
      if (blocks[i] != nullptr) blocks[i][i + 4] = 100 + i;
    }
    for (int i = 0; i < 4; ++i) {
      if (blocks[i] == nullptr) continue;
      kept[i] = blocks[i][i + 4];
      omp_free(blocks[i], aligned);
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("memory that omp_alloc returned", has_memory[i], 1);
    claim.equal("bytes off the alignment", off[i], 0);
    claim.equal("value kept", kept[i], 100 + i);
  }
  return claim.verdict();
}
