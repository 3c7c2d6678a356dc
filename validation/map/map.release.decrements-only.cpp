// map.release.decrements-only
// OpenMP 4.5, section 5.8.3, 13.7: map type release lowers the reference count by one; the item is
// removed when the count becomes zero, and nothing is copied back.
// Observed: presence after two enters, after the first and after the second release; host values.
// Mutant: map(release : x) => map(delete : x)
// Mutant: map(release : x) => map(from : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;

  #pragma omp target enter data map(to : x)
  #pragma omp target enter data map(to : x)
  #pragma omp target map(tofrom : x) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] = -1;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.holds("present after two enters", omp_target_is_present(x, device));

  #pragma omp target exit data map(release : x)
  claim.holds("present after one release", omp_target_is_present(x, device));

  #pragma omp target exit data map(release : x)
  claim.holds("absent after two releases", !omp_target_is_present(x, device));
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], i + 1);
  return claim.verdict();
}
