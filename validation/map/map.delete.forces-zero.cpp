// map.delete.forces-zero
// OpenMP 4.5, section 5.8.3, 13.7: map type delete sets the reference count to zero, whatever it
// was, and removes the item without copying it back.
// Observed: after three enters and one delete the item is absent; host values.
// Mutant: map(delete : x) => map(release : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;

  for (int time = 0; time < 3; ++time) {
    #pragma omp target enter data map(to : x)
  }
  #pragma omp target map(tofrom : x) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] = -1;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.holds("present before", omp_target_is_present(x, device));

  #pragma omp target exit data map(delete : x)
  claim.holds("absent after", !omp_target_is_present(x, device));
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], i + 1);
  return claim.verdict();
}
