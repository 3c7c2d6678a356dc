// target.defaultmap.present
// OpenMP 5.1, section 5.8.7: defaultmap(present) has the region use the copies of unlisted
// variables that are on the device already; nothing is copied.
// Observed: a scalar and an array are seen as they were mapped, not as the host changed them
// meanwhile; the region's stores are not on the host behind it.
// Mutant: defaultmap(present : scalar) =>
// Mutant: defaultmap(present : aggregate) => defaultmap(firstprivate : aggregate)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int scalar = 3;
  int array[3] = {4, 5, 6};
  int seen[4] = {};
  int on_host = 1;

  #pragma omp target enter data map(to : scalar, array)
  scalar = -3;
  for (int& element : array) element = -1;

  #pragma omp target defaultmap(present : scalar) defaultmap(present : aggregate) \
      map(from : seen, on_host)
  {
    seen[3] = scalar;
    scalar = 30;
    for (int i = 0; i < 3; ++i) {
      seen[i] = array[i];
      array[i] *= 10;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("scalar on the host meanwhile", scalar, -3);
  for (int i = 0; i < 4; ++i) claim.equal("value seen by the region", seen[i], i < 3 ? 4 + i : 3);
  for (int i = 0; i < 3; ++i) claim.equal("element on the host meanwhile", array[i], -1);

  #pragma omp target exit data map(from : scalar, array)

  claim.equal("scalar copied back", scalar, 30);
  for (int i = 0; i < 3; ++i) claim.equal("element copied back", array[i], 10 * (4 + i));
  return claim.verdict();
}
