// rt.target_memset_async
// OpenMP 6.0, section 25.8.2: omp_target_memset_async does the same in a task, which taskwait
// waits for.
// Observed: what a region finds in the bytes.
// Mutant: 0x5a, 64 => 0x5a, 60
// Mutant: != 0x5a => != 0x5b

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  const int device = omp_get_default_device();
  auto* block = static_cast<unsigned char*>(omp_target_alloc(64, device));
  omp_target_memset_async(block, 0x5a, 64, device, 0, nullptr);
  #pragma omp taskwait
  int wrong = -1;
  int on_host = 1;
  #pragma omp target is_device_ptr(block) map(from : wrong, on_host)
  {
    wrong = 0;
    for (int i = 0; i < 64; ++i) wrong += block[i] != 0x5a;
    on_host = omp_is_initial_device();
  }
  omp_target_free(block, device);
  claim.ran(on_host);
  claim.equal("bytes that hold something else", wrong, 0);
  return claim.verdict();
}
