// rt.target_memset
// OpenMP 6.0, section 25.8.1: omp_target_memset stores a byte in every byte of device memory.
// Observed: what a region finds in the bytes, and behind them.
// Mutant: 0xa5, 40 => 0xa5, 41
// Mutant: block, 7 => block, 8

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  const int device = omp_get_default_device();
  auto* block = static_cast<unsigned char*>(omp_target_alloc(64, device));
  omp_target_memset(block, 7, 64, device);
  void* told = omp_target_memset(block, 0xa5, 40, device);
  claim.equal("returned", told, block);
  int wrong = -1;
  int on_host = 1;
  #pragma omp target is_device_ptr(block) map(from : wrong, on_host)
  {
    wrong = 0;
    for (int i = 0; i < 64; ++i) wrong += block[i] != (i < 40 ? 0xa5 : 7);
    on_host = omp_is_initial_device();
  }
  omp_target_free(block, device);
  claim.ran(on_host);
  claim.equal("bytes that hold something else", wrong, 0);
  return claim.verdict();
}
