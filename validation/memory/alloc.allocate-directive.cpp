// alloc.allocate-directive
// OpenMP 5.0, section 6.5: a local variable of a region can be allocated by the allocator that an
// allocate directive names.
// Observed: the variable holds what is stored in it, for every thread its own.
// Mutant: map(from : sums) => map(to : sums)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int sums[24];
  for (int& one : sums) one = -1;
  int on_host = 1;

  #pragma omp target map(from : sums) map(from : on_host)
  {
    #pragma omp parallel for
    for (int i = 0; i < 24; ++i) {
      int numbers[16];
      int sum;
      #pragma omp allocate(numbers, sum) allocator(omp_default_mem_alloc)
      for (int k = 0; k < 16; ++k) numbers[k] = i + k;
      sum = 0;
      for (int k = 0; k < 16; ++k) sum += numbers[k];
      sums[i] = sum;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 24; ++i) claim.equal("sum over the variable", sums[i], 16 * i + 120);
  return claim.verdict();
}
