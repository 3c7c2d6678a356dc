// rt.target_memcpy.h2d-d2h
// OpenMP 4.5, section 18.8.5: omp_target_memcpy copies between host and device memory and returns
// zero.
// Observed: a region sees what was copied to the device; the host gets what the region left.
// Mutant: memory, host_copy, sizeof => memory, host_copy, 0 * sizeof
// Mutant: back, memory, sizeof => back, memory, 4 + 0 * sizeof

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  int host_copy[32];
  int back[32];
  for (int i = 0; i < 32; ++i) {
    host_copy[i] = i;
    back[i] = -1;
  }
  int* memory = static_cast<int*>(omp_target_alloc(sizeof host_copy, device));
  claim.needs(memory != nullptr, "device memory");
  int on_host = 1;

  const int to = omp_target_memcpy(memory, host_copy, sizeof host_copy, 0, 0, device, host);
  for (int i = 0; i < 32; ++i) host_copy[i] = -1000;
  #pragma omp target is_device_ptr(memory) map(from : on_host)
  {
    for (int i = 0; i < 32; ++i) memory[i] = 2 * memory[i] + 1;
    on_host = omp_is_initial_device();
  }
  const int from = omp_target_memcpy(back, memory, sizeof back, 0, 0, host, device);
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status to the device", to, 0);
  claim.equal("status from the device", from, 0);
  for (int i = 0; i < 32; ++i) claim.equal("back", back[i], 2 * i + 1);
  return claim.verdict();
}
