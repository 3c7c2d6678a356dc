// alloc.omp_alloc-predefined-all
// OpenMP 5.0, section 6.2: omp_alloc with any of the eight predefined allocators gives memory or a
// null pointer; omp_free takes both.
// Observed: memory that was given holds what is stored in it while the other blocks are in use; the
// default allocator gives memory.
// Where: host
// Mutant: unsigned char>(i + 1) => unsigned char>(i)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_allocator_handle_t allocators[8] = {
      omp_default_mem_alloc, omp_large_cap_mem_alloc, omp_const_mem_alloc, omp_high_bw_mem_alloc,
      omp_low_lat_mem_alloc, omp_cgroup_mem_alloc,    omp_pteam_mem_alloc, omp_thread_mem_alloc};
  const unsigned long bytes = 640;
  unsigned char* blocks[8];
  int given = 0;
  for (int i = 0; i < 8; ++i) {
    blocks[i] = static_cast<unsigned char*>(omp_alloc(bytes, allocators[i]));
    const bool writable = allocators[i] != omp_const_mem_alloc;
    for (unsigned long k = 0; writable && blocks[i] != nullptr && k < bytes; ++k)
      blocks[i][k] = static_cast<unsigned char>(i + 1);
  }
  for (int i = 0; i < 8; ++i) {
    if (blocks[i] == nullptr) continue;
    ++given;
    const bool writable = allocators[i] != omp_const_mem_alloc;
    for (unsigned long k = 0; writable && k < bytes; k += 213)
      claim.equal("byte of a block", blocks[i][k], i + 1);
  }
  claim.holds("the default allocator gives memory", blocks[0] != nullptr);
  claim.note("allocators that gave memory", given);
  for (int i = 0; i < 8; ++i) omp_free(blocks[i], allocators[i]);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
