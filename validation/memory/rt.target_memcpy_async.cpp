// rt.target_memcpy_async
// OpenMP 5.1, section 18.8.7: omp_target_memcpy_async copies in a task of its own, which has ended
// behind a taskwait.
// Observed: behind the taskwait a region sees the copied section and its neighbours unchanged; the
// way back likewise; status zero.
// Mutant: 4 * size, 5 * size, 2 * size => 4 * size, 5 * size, 3 * size
// Mutant: 16 * size, 0, 0, host, device => 15 * size, 0, 0, host, device

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  const unsigned long size = sizeof(int);
  int source[16];
  int back[16];
  for (int i = 0; i < 16; ++i) {
    source[i] = 100 + i;
    back[i] = -1;
  }
  int* memory = static_cast<int*>(omp_target_alloc(16 * size, device));
  claim.needs(memory != nullptr, "device memory");
  int on_host = 1;

  #pragma omp target is_device_ptr(memory)
  for (int i = 0; i < 16; ++i) memory[i] = i;
  int status = omp_target_memcpy_async(memory, source, 4 * size, 5 * size, 2 * size, device, host,
                                       0, nullptr);
  #pragma omp taskwait
  #pragma omp target is_device_ptr(memory) map(from : on_host)
  {
    for (int i = 0; i < 16; ++i) memory[i] *= 3;
    on_host = omp_is_initial_device();
  }
  status |= omp_target_memcpy_async(back, memory, 16 * size, 0, 0, host, device, 0, nullptr);
  #pragma omp taskwait
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  for (int i = 0; i < 16; ++i)
    claim.equal("back", back[i], 3 * (i >= 5 && i < 9 ? 100 + i - 3 : i));
  return claim.verdict();
}
