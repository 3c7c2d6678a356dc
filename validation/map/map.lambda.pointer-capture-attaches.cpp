// map.lambda.pointer-capture-attaches
// OpenMP 5.0, section 5.8.1, 5.8.6: a pointer that a closure captured by value points, in a region,
// to the device's copy of the storage, if that is mapped.
// Observed: calls in the region see the values from before the host poisoned its own; what they
// store comes back with the storage; the captured pointer on the host is what it was.
// Mutant: enter data map(to : storage) => enter data map(to : other)
// Mutant: exit data map(from : storage) => exit data map(release : storage)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[4] = {1, 2, 3, 4};
  int other[4] = {};
  int* p = storage;
  const auto at = [p](int i) -> int& { return p[i]; };
  int on_host[2] = {1, 1};

  #pragma omp target enter data map(to : storage)
  for (int& one : storage) one = -1;

  #pragma omp target map(from : on_host[0 : 1])  // the closure is mapped implicitly
  {
    for (int i = 0; i < 4; ++i) at(i) += 100;
    on_host[0] = omp_is_initial_device();
  }
  #pragma omp target map(to : at) map(from : on_host[1 : 1])
  {
    for (int i = 0; i < 4; ++i) at(i) += 1000;
    on_host[1] = omp_is_initial_device();
  }
  for (int i = 0; i < 4; ++i) claim.equal("storage while mapped", storage[i], -1);

  #pragma omp target exit data map(from : storage)
  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  for (int i = 0; i < 4; ++i) claim.equal("storage at the end", storage[i], i + 1101);
  claim.holds("captured pointer", &at(0) == storage);
  #pragma omp target exit data map(delete : other)
  return claim.verdict();
}
