// rt.target_memcpy_rect.3d
// OpenMP 4.5, section 18.8.6: omp_target_memcpy_rect copies a box between three-dimensional arrays
// of different shape.
// Observed: every element of the device's array as a region sees it, and status zero.
// Mutant: {2, 3, 2} => {2, 2, 3}
// Mutant: {1, 0, 2} => {1, 1, 2}

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  int source[3][4][5];
  int seen[4][3][6] = {};
  int* flat = &source[0][0][0];
  for (int i = 0; i < 60; ++i) flat[i] = 1000 + i;
  int* memory = static_cast<int*>(omp_target_alloc(sizeof seen, device));
  claim.needs(memory != nullptr, "device memory");
  int on_host = 1;

  #pragma omp target is_device_ptr(memory)
  for (int i = 0; i < 72; ++i) memory[i] = i;
  const unsigned long volume[3] = {2, 3, 2};
  const unsigned long to[3] = {1, 0, 2};
  const unsigned long from[3] = {0, 1, 3};
  const unsigned long to_shape[3] = {4, 3, 6};
  const unsigned long from_shape[3] = {3, 4, 5};
  const int status = omp_target_memcpy_rect(memory, source, sizeof(int), 3, volume, to, from,
                                            to_shape, from_shape, device, omp_get_initial_device());
  #pragma omp target is_device_ptr(memory) map(from : seen, on_host)
  {
    for (int i = 0; i < 72; ++i) seen[i / 18][i / 6 % 3][i % 6] = memory[i];
    on_host = omp_is_initial_device();
  }
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 6; ++k) {
        const bool moved = i >= 1 && i < 3 && k >= 2 && k < 4;
        const int expected = moved ? 1000 + 20 * (i - 1) + 5 * (j + 1) + k + 1 : 18 * i + 6 * j + k;
        claim.equal("on the device", seen[i][j][k], expected);
      }
  return claim.verdict();
}
