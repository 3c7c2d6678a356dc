// target.is_device_ptr
// OpenMP 4.5, section 5.4.7: a pointer listed in is_device_ptr holds a device address, which the
// region uses as it is.
// Observed: what one region stores in memory from omp_target_alloc, the next one finds there;
// nothing is copied to the device for it.
// Mutant: is_device_ptr(p) => map(to : p[0 : 4])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  int* p = static_cast<int*>(omp_target_alloc(4 * sizeof(int), device));
  int seen[4] = {};
  int on_host = 1;
  int on_host_too = 1;
  claim.holds("there is memory", p != nullptr);
  if (p == nullptr) return claim.verdict();

  #pragma omp target is_device_ptr(p) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) p[i] = 5 * i + 1;
    on_host = omp_is_initial_device();
  }

  #pragma omp target is_device_ptr(p) map(from : seen, on_host_too)
  {
    for (int i = 0; i < 4; ++i) seen[i] = p[i];
    on_host_too = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.ran(on_host_too);
  for (int i = 0; i < 4; ++i) claim.equal("element found by the second region", seen[i], 5 * i + 1);
  omp_target_free(p, device);
  return claim.verdict();
}
