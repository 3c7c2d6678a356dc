// rt.target_is_accessible
// OpenMP 5.1, section 18.8.4: omp_target_is_accessible tells whether a device can access storage
// by its host address; the host device can access the host's.
// Observed: the answer for a local, a static and an allocated array on the host device; what
// device 0 answers is noted.
// Where: host
// Mutant: const void* local = array => const void* local = nullptr

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int host = omp_get_initial_device();
  static int fixed[4];
  int array[4] = {};
  const void* local = array;
  int* allocated = new int[4];
  claim.holds("local", omp_target_is_accessible(local, sizeof array, host) != 0);
  claim.holds("static", omp_target_is_accessible(fixed, sizeof fixed, host) != 0);
  claim.holds("allocated", omp_target_is_accessible(allocated, 4 * sizeof(int), host) != 0);
  if (omp_get_num_devices() > 0)
    claim.note("device 0", omp_target_is_accessible(local, sizeof array, 0));
  delete[] allocated;
  return claim.verdict();
}
