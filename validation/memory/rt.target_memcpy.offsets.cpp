// rt.target_memcpy.offsets
// OpenMP 4.5, section 18.8.5: the offsets of omp_target_memcpy are bytes, one for each side.
// Observed: with different offsets on both sides and both ways, every element of the device
// memory, as a region sees it, and of the host's array.
// Mutant: 5 * size, 2 * size => 2 * size, 5 * size
// Mutant: 1 * size, 6 * size => 0 * size, 6 * size

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  const unsigned long size = sizeof(int);
  int source[16];
  int target[16];
  int seen[16] = {};
  for (int i = 0; i < 16; ++i) {
    source[i] = 100 + i;
    target[i] = -i;
  }
  int* memory = static_cast<int*>(omp_target_alloc(16 * size, device));
  claim.needs(memory != nullptr, "device memory");
  int on_host = 1;

  #pragma omp target is_device_ptr(memory)
  for (int i = 0; i < 16; ++i) memory[i] = i;
  int status = omp_target_memcpy(memory, source, 4 * size, 5 * size, 2 * size, device, host);
  #pragma omp target is_device_ptr(memory) map(from : seen, on_host)
  {
    for (int i = 0; i < 16; ++i) seen[i] = memory[i];
    on_host = omp_is_initial_device();
  }
  status |= omp_target_memcpy(target, memory, 4 * size, 1 * size, 6 * size, host, device);
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  for (int i = 0; i < 16; ++i) {
    const auto on_device = [](int k) { return k >= 5 && k < 9 ? 100 + k - 3 : k; };
    claim.equal("on the device", seen[i], on_device(i));
    claim.equal("on the host", target[i], i >= 1 && i < 5 ? on_device(i + 5) : -i);
  }
  return claim.verdict();
}
