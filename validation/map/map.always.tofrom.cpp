// map.always.tofrom
// OpenMP 4.5, section 5.8.3: with the always modifier and map type tofrom, the value is copied both
// ways although the item is present before and after.
// Observed: the region adds to what the host stored after the item was entered, and the host has
// the sums while the item is still present; bytes each way.
// Mutant: map(always, tofrom : x) => map(tofrom : x)
// Mutant: map(always, tofrom : x) => map(always, from : x)
// Mutant: map(always, tofrom : x) => map(always, to : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  for (int i = 0; i < 4; ++i) x[i] = 100 * (i + 1);
  const auto before = league::counted();

  #pragma omp target map(always, tofrom : x) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] += 7;
    on_host = omp_is_initial_device();
  }

  claim.moved(before, sizeof x, sizeof x + sizeof on_host);
  claim.ran(on_host);
  claim.holds("still present", omp_target_is_present(x, device));
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], 100 * (i + 1) + 7);
  #pragma omp target exit data map(delete : x)
  return claim.verdict();
}
