// target.uses_allocators.predefined
// OpenMP 5.0, section 6.8: a predefined allocator named in uses_allocators can be used in the
// region.
// Observed: omp_alloc returns memory in the region, and the memory keeps what is stored there.
// Mutant: omp_alloc(sizeof(int[16]), omp_default_mem_alloc) => nullptr
// Hint: without the clause the program is wrong, but it may work all the same.

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int out[16] = {};
  int has_memory = -1;
  int on_host = 1;

  #pragma omp target uses_allocators(omp_default_mem_alloc) map(from : has_memory, on_host) \
      map(tofrom : out)
  {
    int* memory = static_cast<int*>(omp_alloc(sizeof(int[16]), omp_default_mem_alloc));
    has_memory = memory != nullptr ? 1 : 0;
    if (memory != nullptr) {
      for (int i = 0; i < 16; ++i) memory[i] = 9 * i + 4;
      for (int i = 0; i < 16; ++i) out[i] = memory[15 - i];
      omp_free(memory, omp_default_mem_alloc);
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("memory that omp_alloc returned", has_memory, 1);
  if (has_memory == 1)
    for (int i = 0; i < 16; ++i) claim.equal("value kept in it", out[i], 9 * (15 - i) + 4);
  return claim.verdict();
}
