// map.always.enter-exit
// OpenMP 4.5, section 5.8.3, 13.6, 13.7: the always modifier takes effect on target enter data and
// on target exit data: values are copied although the item is present before and after.
// Observed: a region sees what the host stored before the second enter; the host has the region's
// values after the first exit, with the item still present.
// Mutant: map(always, to : x) => map(to : x)
// Mutant: map(always, from : x) => map(from : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;

  #pragma omp target enter data map(to : x)
  for (int i = 0; i < 4; ++i) x[i] = 100 * (i + 1);
  #pragma omp target enter data map(always, to : x)
  for (int& one : x) one = -1;

  #pragma omp target map(tofrom : x) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] += 7;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("x before the exit", x[i], -1);

  #pragma omp target exit data map(always, from : x)
  claim.holds("still present", omp_target_is_present(x, device));
  for (int i = 0; i < 4; ++i) claim.equal("x after the exit", x[i], 100 * (i + 1) + 7);

  #pragma omp target exit data map(release : x)
  claim.holds("absent at the end", !omp_target_is_present(x, device));
  return claim.verdict();
}
