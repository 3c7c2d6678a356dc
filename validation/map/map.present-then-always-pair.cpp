// map.present-then-always-pair
// OpenMP 5.1, section 5.8.3: present together with always copies values without changing how
// references are counted.
// Observed: values after an enter and an exit with both modifiers; presence after each release.
// Mutant: map(present, always, to : x) => map(present, to : x)
// Mutant: map(present, always, from : x) => map(present, from : x)
// Mutant: exit data map(release : x) => enter data map(to : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;

  #pragma omp target enter data map(to : x)  // count 1
  for (int i = 0; i < 4; ++i) x[i] = 20 * i;
  #pragma omp target enter data map(present, always, to : x)  // count 2
  for (int& one : x) one = -1;

  #pragma omp target map(present, alloc : x) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] += 1;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);

  #pragma omp target exit data map(present, always, from : x)  // count 1
  for (int i = 0; i < 4; ++i) claim.equal("x after the first exit", x[i], 20 * i + 1);
  claim.holds("present, count 1", omp_target_is_present(x, device));

  #pragma omp target exit data map(release : x)  // count 0
  claim.holds("absent, count 0", !omp_target_is_present(x, device));
  return claim.verdict();
}
