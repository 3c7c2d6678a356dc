// c.omp_alloc.needs-allocator-rejected
// OpenMP 5.0, section 18.13.6: C has no default arguments: omp_alloc without an allocator is a call
// with too few arguments.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: omp_alloc(16) => omp_alloc(16, omp_null_allocator)
// Mutant: omp_alloc(16) => omp_alloc(16, omp_default_mem_alloc)

#include <omp.h>

int main(void) {
  void* block = omp_alloc(16);
  omp_free(block, omp_null_allocator);
  return 0;
}
