// map.delete.absent-is-noop
// OpenMP 4.5, section 5.8.3: on target exit data, an item that is not present is ignored, with map
// types delete, release and from.
// Observed: the program goes on, the host's values stay, a region can map the item afterwards, and
// an item beside it stays mapped.
// Mutant: map(delete : x) => map(delete : x, beside)
// Mutant: map(release : x) => map(release : x, beside)
// Mutant: map(from : x) => map(from : x, beside)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int beside[4] = {5, 6, 7, 8};
  int on_host = 1;
  #pragma omp target enter data map(to : beside)

  #pragma omp target exit data map(delete : x)
  #pragma omp target exit data map(release : x)
  #pragma omp target exit data map(from : x)
  claim.holds("still absent", !omp_target_is_present(x, device));
  claim.holds("other item still present", omp_target_is_present(beside, device));
  for (int i = 0; i < 4; ++i) claim.equal("x after the exits", x[i], i + 1);

  #pragma omp target map(tofrom : x) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] += 10;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("x after a region", x[i], i + 11);
  claim.holds("absent at the end", !omp_target_is_present(x, device));

  #pragma omp target exit data map(delete : beside)
  return claim.verdict();
}
