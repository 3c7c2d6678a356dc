// rt.target_is_present.host-always
// OpenMP 4.5, section 18.8.3: on the host device all storage of the host is present, mapped or
// not.
// Observed: the answer for a local, a static and an allocated variable.
// Where: host
// Mutant: const int host = omp_get_initial_device() => const int host = 0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int host = omp_get_initial_device();
  static int fixed[4];
  int local = 0;
  int* allocated = new int[4];
  claim.holds("static", omp_target_is_present(fixed + 3, host) != 0);
  claim.holds("local", omp_target_is_present(&local, host) != 0);
  claim.holds("allocated", omp_target_is_present(allocated, host) != 0);
  delete[] allocated;
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
