// alloc.allocate-directive.align
// OpenMP 5.1, section 6.5: the align clause of an allocate directive aligns the variables, whatever
// the alignment of their type.
// Observed: the addresses of two local variables in every thread.
// Where: host
// Mutant: align(4096) => align(1)

#include <cstdint>

#include "league/claim.hpp"

static unsigned long off(const void* p) {
  return static_cast<unsigned long>(reinterpret_cast<std::uintptr_t>(p) % 4096);
}

int main() {
  league::Claim claim;
  int ran = 0;
  unsigned long wrong = 0;

  #pragma omp parallel reduction(+ : ran, wrong)
  {
    char letters[3];
    int number;
    #pragma omp allocate(letters, number) align(4096) allocator(omp_default_mem_alloc)
    letters[0] = letters[1] = letters[2] = 'x';
    number = omp_get_thread_num();
    wrong += off(letters) + off(&number) + (letters[2] != 'x') + (number < 0);
    ++ran;
  }

  claim.holds("threads ran", ran > 0);
  claim.equal("distance from multiples of 4096", wrong, 0UL);
  return claim.verdict();
}
