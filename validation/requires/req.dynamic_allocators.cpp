// req.dynamic_allocators
// OpenMP 5.0, section 8.2: with dynamic_allocators a target region may allocate by omp_alloc and
// name allocators in allocate clauses without a uses_allocators clause.
// Observed: the memory that a region gets holds values; a privatised array is private.
// Mutant: #pragma omp requires dynamic_allocators =>

#include "league/claim.hpp"

#pragma omp requires dynamic_allocators

int main() {
  league::Claim claim;
  int sum = 0;
  int private_sum = 0;
  int on_host = 1;
  int array[4] = {1, 1, 1, 1};

  #pragma omp target map(from : sum, on_host)
  {
    on_host = omp_is_initial_device();
    sum = -1;
    int* memory = static_cast<int*>(omp_alloc(8 * sizeof(int), omp_default_mem_alloc));
    if (memory != nullptr) {
      for (int i = 0; i < 8; ++i) memory[i] = i;
      sum = 0;
      for (int i = 0; i < 8; ++i) sum += memory[i];
      omp_free(memory, omp_default_mem_alloc);
    }
  }
  claim.ran(on_host);
  claim.equal("sum over allocated memory", sum, 28);

  #pragma omp target private(array) allocate(omp_default_mem_alloc : array) \
      map(from : private_sum, on_host)
  {
    on_host = omp_is_initial_device();
    for (int i = 0; i < 4; ++i) array[i] = 10 * i;
    private_sum = array[0] + array[1] + array[2] + array[3];
  }
  claim.ran(on_host);
  claim.equal("sum over the private array", private_sum, 60);
  for (int i = 0; i < 4; ++i) claim.equal("original array", array[i], 1);
  return claim.verdict();
}
