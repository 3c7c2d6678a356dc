// rt.target_memcpy.d2d-cross
// OpenMP 4.5, section 18.8.5: omp_target_memcpy copies from the memory of one device to that of
// another.
// Observed: a region on the one device makes the values, a region on the other one sees them.
// Mutant: sizeof seen, 0, 0, 1, 0 => sizeof seen - 4, 0, 0, 1, 0
// Mutant: theirs, mine, => mine, theirs,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  int seen[8] = {};
  int* mine = static_cast<int*>(omp_target_alloc(sizeof seen, 0));
  int* theirs = static_cast<int*>(omp_target_alloc(sizeof seen, 1));
  claim.needs(mine != nullptr && theirs != nullptr, "device memory");
  int on_host[2] = {1, 1};

  #pragma omp target is_device_ptr(mine) map(from : on_host[0 : 1]) device(0)
  {
    for (int i = 0; i < 8; ++i) mine[i] = 7 * i;
    on_host[0] = omp_is_initial_device();
  }
  #pragma omp target is_device_ptr(theirs) device(1)
  for (int i = 0; i < 8; ++i) theirs[i] = -1;
  const int status = omp_target_memcpy(theirs, mine, sizeof seen, 0, 0, 1, 0);
  #pragma omp target is_device_ptr(theirs) map(from : seen, on_host[1 : 1]) device(1)
  {
    for (int i = 0; i < 8; ++i) seen[i] = theirs[i];
    on_host[1] = omp_is_initial_device();
  }
  omp_target_free(mine, 0);
  omp_target_free(theirs, 1);

  for (int i = 0; i < 2; ++i) claim.ran(on_host[i]);
  claim.equal("status", status, 0);
  for (int i = 0; i < 8; ++i) claim.equal("on the other device", seen[i], 7 * i);
  return claim.verdict();
}
