// map.always.from
// OpenMP 4.5, section 5.8.3: with the always modifier and map type from, the value is copied back
// although the item stays present.
// Observed: the host has the region's values while the item is still present, and the region did
// not get the host's; bytes each way.
// Mutant: map(always, from : x) => map(from : x)
// Mutant: map(always, from : x) => map(always, tofrom : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  for (int& one : x) one = 50;
  const auto before = league::counted();

  #pragma omp target map(always, from : x) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] += 10;
    on_host = omp_is_initial_device();
  }

  claim.moved(before, 0, sizeof x + sizeof on_host);
  claim.ran(on_host);
  claim.holds("still present", omp_target_is_present(x, device));
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], i + 11);
  #pragma omp target exit data map(delete : x)
  return claim.verdict();
}
