// target.implicit-device-pointer-no-clause
// OpenMP 5.1, section 5.8.6: a device address in a pointer that a target region uses without
// listing it is no address of mapped storage, so the pointer keeps it and the region can use it.
// Observed: what one region stores in memory from omp_target_alloc, the next one finds there.
// Mutant: omp target map => omp target map(to : p[0 : 4]) map

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int* p = static_cast<int*>(omp_target_alloc(4 * sizeof(int), device));
  int seen[4] = {};
  int on_host[2] = {1, 1};
  claim.holds("there is memory", p != nullptr);
  if (p == nullptr) return claim.verdict();

  #pragma omp target map(from : on_host[0 : 1])
  {
    for (int i = 0; i < 4; ++i) p[i] = 3 * i + 2;
    on_host[0] = omp_is_initial_device();
  }

  #pragma omp target map(from : seen, on_host[1 : 1])
  {
    for (int i = 0; i < 4; ++i) seen[i] = p[i];
    on_host[1] = omp_is_initial_device();
  }

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  for (int i = 0; i < 4; ++i) claim.equal("element found by the second region", seen[i], 3 * i + 2);
  omp_target_free(p, device);
  return claim.verdict();
}
