// alloc.omp_alloc-predefined-all
// OpenMP 5.0, section 18.13: in C the allocator is an argument that has to be given to omp_alloc
// and omp_free; it is a value of the enumeration omp_allocator_handle_t.
// Observed: every predefined allocator gives memory that holds what is stored in it while the
// others are in use, or a null pointer; the default one and omp_null_allocator give memory.
// Where: host
// Mutant: (unsigned char)(i + 1) => (unsigned char)i

#include "league/claim.h"

int main(void) {
  // The declarations without defaults: a pointer to a function takes its type from them.
  void* (*allocate)(unsigned long, omp_allocator_handle_t) = omp_alloc;
  void (*give_back)(void*, omp_allocator_handle_t) = omp_free;
  enum { kKinds = 9, kBytes = 640 };
  const omp_allocator_handle_t allocators[kKinds] = {
      omp_default_mem_alloc, omp_large_cap_mem_alloc, omp_const_mem_alloc,
      omp_high_bw_mem_alloc, omp_low_lat_mem_alloc,   omp_cgroup_mem_alloc,
      omp_pteam_mem_alloc,   omp_thread_mem_alloc,    omp_null_allocator};
  unsigned char* blocks[kKinds];
  for (int i = 0; i < kKinds; ++i) {
    blocks[i] = allocate(kBytes, allocators[i]);
    const bool writable = allocators[i] != omp_const_mem_alloc;
    for (int k = 0; writable && blocks[i] && k < kBytes; ++k) blocks[i][k] = (unsigned char)(i + 1);
  }
  for (int i = 0; i < kKinds; ++i) {
    const bool writable = allocators[i] != omp_const_mem_alloc;
    for (int k = 0; writable && blocks[i] && k < kBytes; k += 213)
      league_equal("byte of a block", blocks[i][k], i + 1);
  }
  league_holds("the default allocator gives memory", blocks[0] != 0);
  league_holds("omp_null_allocator gives memory", blocks[kKinds - 1] != 0);
  for (int i = 0; i < kKinds; ++i) give_back(blocks[i], allocators[i]);
  league_holds("the routines belong to the runtime of the directives", league_one_runtime());
  return league_verdict();
}
