// alloc.device_memspace
// OpenMP 6.0, section 27: omp_get_device_memspace gives a memory space of a device for an
// allocator.
// Observed: the handle; memory from an allocator in the space of the host.
// Where: host
// Mutant: space != omp_null_mem_space => space == omp_null_mem_space
// Mutant: block != nullptr); => block == nullptr);

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_memspace_handle_t space =
      omp_get_device_memspace(omp_get_initial_device(), omp_default_mem_space);
  claim.holds("a space", space != omp_null_mem_space);
  const omp_allocator_handle_t allocator = omp_init_allocator(space, 0, nullptr);
  claim.holds("an allocator", allocator != omp_null_allocator);
  auto* block = static_cast<int*>(omp_alloc(40, allocator));
  claim.holds("memory", block != nullptr);
  if (block != nullptr) block[9] = 3;
  omp_free(block, allocator);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
