// map.present.ok
// OpenMP 5.1, section 5.8.3: with the present modifier, an item that is present is used as without
// it: nothing is copied, its count goes up and down again.
// Observed: the region sees the value from when the item was entered, the host's stays; afterwards
// one release removes the item.
// Mutant: enter data map(to : x) => enter data map(to : other)
// Mutant: map(present, tofrom : x) => map(always, tofrom : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int other[4] = {};
  int sum = 0;
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  for (int& one : x) one = 50;

  #pragma omp target map(present, tofrom : x) map(from : sum, on_host)
  {
    sum = x[0] + x[1] + x[2] + x[3];
    for (int i = 0; i < 4; ++i) x[i] = -1;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum seen by the region", sum, 10);
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], 50);
  claim.holds("still present", omp_target_is_present(x, device));
  #pragma omp target exit data map(release : x, other)
  claim.holds("absent at the end", !omp_target_is_present(x, device));
  return claim.verdict();
}
