// alloc.allocate-clause.align-modifier
// OpenMP 5.1, section 6.6: the modifiers align and allocator of the allocate clause say how private
// copies are aligned and who allocates them.
// Observed: the address of every thread's private copy, and that it is usable.
// Where: host
// Mutant: align(2048), => align(1),

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  char buffer[5] = {'a', 'b', 'c', 'd', 'e'};
  int ran = 0;
  int wrong = 0;
  unsigned long offset = 0;

  #pragma omp parallel firstprivate(buffer)                            \
      allocate(align(2048), allocator(omp_default_mem_alloc) : buffer) \
      reduction(+ : ran, wrong, offset)
  {
    offset += static_cast<unsigned long>(reinterpret_cast<std::uintptr_t>(buffer) % 2048);
    wrong += buffer[0] != 'a' || buffer[4] != 'e';
    buffer[0] = 'z';
    ++ran;
  }

  claim.holds("threads ran", ran > 0);
  claim.equal("distance from multiples of 2048", offset, 0UL);
  claim.equal("copies with another value", wrong, 0);
  claim.equal("the original", buffer[0], 'a');
  return claim.verdict();
}
