// map.delete-modifier
// OpenMP 6.0, section 7.9.6: delete is a modifier of map on target exit data, beside a map type.
// Observed: presence behind it, and the value on the host.
// Mutant: map(delete, from : x) => map(from : x)
// Mutant: x[0] = 9 => x[0] = 8

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  #pragma omp target enter data map(to : x)
  #pragma omp target map(to : x) map(from : on_host)
  {
    x[0] = 9;
    on_host = omp_is_initial_device();
  }
  #pragma omp target exit data map(delete, from : x)
  claim.ran(on_host);
  claim.equal("present", omp_target_is_present(x, omp_get_default_device()), 0);
  claim.equal("copied back", x[0], 9);
  return claim.verdict();
}
