// map.lvalue-function-result-section
// OpenMP 5.0, section 3.2.1, 3.2.5: a section may be formed of a pointer that a call returns by
// reference, an lvalue.
// Observed: the storage is present; a region that reaches it through a variable sees the values
// from before the host poisoned its own; they come back.
// Mutant: table()[0 : 4] => table()[0 : 3]

#include "league/claim.hpp"

static int storage[4] = {1, 2, 3, 4};
static int* pointer = storage;
static int*& table() { return pointer; }

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int* p = storage;
  int on_host = 1;

  #pragma omp target enter data map(to : table()[0 : 4])
  claim.holds("first element is present", omp_target_is_present(&storage[0], device));
  claim.holds("last element is present", omp_target_is_present(&storage[3], device));
  for (int& one : storage) one = -1;

  #pragma omp target map(to : p[0 : 0]) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) p[i] += 100;
    on_host = omp_is_initial_device();
  }
  #pragma omp target exit data map(from : table()[0 : 4])

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("storage on the host", storage[i], i + 101);
  return claim.verdict();
}
