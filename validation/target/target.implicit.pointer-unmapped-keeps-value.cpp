// target.implicit.pointer-unmapped-keeps-value
// OpenMP 5.1, section 5.8.6: a pointer that a target region uses without listing it, and whose
// target is not mapped, keeps its value (up to 5.0 it became a null pointer).
// Observed: the pointer's bits in the region, for a target on the heap and for the null pointer.
// Mutant: omp target map => omp target map(to : heap[0 : 4]) map

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int* heap = new int[4]{1, 2, 3, 4};
  int* null = nullptr;
  std::uintptr_t heap_seen = 1;
  std::uintptr_t null_seen = 1;
  int on_host = 1;

  #pragma omp target map(from : heap_seen, null_seen, on_host)
  {
    heap_seen = reinterpret_cast<std::uintptr_t>(heap);
    null_seen = reinterpret_cast<std::uintptr_t>(null);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("pointer to the heap", reinterpret_cast<int*>(heap_seen), heap);
  claim.equal("null pointer", reinterpret_cast<int*>(null_seen), null);
  delete[] heap;
  return claim.verdict();
}
