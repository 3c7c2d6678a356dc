// rt.target_memcpy.d2d-same
// OpenMP 4.5, section 18.8.5: omp_target_memcpy copies between two places in the memory of one
// device.
// Observed: all elements of both places as a region sees them; status zero.
// Mutant: second, first, 8 * size => second, first, 7 * size
// Mutant: 4 * size, 2 * size => 4 * size, 3 * size

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  const unsigned long size = sizeof(int);
  int* first = static_cast<int*>(omp_target_alloc(16 * size, device));
  int* second = static_cast<int*>(omp_target_alloc(16 * size, device));
  claim.needs(first != nullptr && second != nullptr, "device memory");
  int seen[2][16] = {};
  int on_host = 1;

  #pragma omp target is_device_ptr(first, second)
  for (int i = 0; i < 16; ++i) {
    first[i] = i;
    second[i] = 100 + i;
  }
  const int status = omp_target_memcpy(second, first, 8 * size, 4 * size, 2 * size, device, device);
  #pragma omp target is_device_ptr(first, second) map(from : seen, on_host)
  {
    for (int i = 0; i < 16; ++i) {
      seen[0][i] = first[i];
      seen[1][i] = second[i];
    }
    on_host = omp_is_initial_device();
  }
  omp_target_free(first, device);
  omp_target_free(second, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  for (int i = 0; i < 16; ++i) {
    claim.equal("source", seen[0][i], i);
    claim.equal("destination", seen[1][i], i >= 4 && i < 12 ? i - 2 : 100 + i);
  }
  return claim.verdict();
}
