// target.defaultmap.alloc-aggregate
// OpenMP 5.0, section 5.8.7: defaultmap(alloc: aggregate) gives unlisted arrays storage on the
// device without copying them in either direction.
// Observed: the storage is usable; the originals keep what they had; bytes each way.
// Mutant: defaultmap(alloc : aggregate) =>
// Mutant: defaultmap(alloc : aggregate) => defaultmap(from : aggregate)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int array[6] = {1, 2, 3, 4, 5, 6};
  int sum = -1;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target defaultmap(alloc : aggregate) map(from : sum, on_host)
  {
    for (int i = 0; i < 6; ++i) array[i] = i * i;
    sum = 0;
    for (int i = 5; i >= 0; --i) sum = 2 * sum + array[i];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  int expected = 0;
  for (int i = 5; i >= 0; --i) expected = 2 * expected + i * i;
  claim.equal("sum made on the device", sum, expected);
  for (int i = 0; i < 6; ++i) claim.equal("element of the original", array[i], i + 1);
  claim.moved(before, 0, sizeof sum + sizeof on_host);
  return claim.verdict();
}
