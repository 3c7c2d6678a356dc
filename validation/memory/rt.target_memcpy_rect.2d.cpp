// rt.target_memcpy_rect.2d
// OpenMP 4.5, section 18.8.6: omp_target_memcpy_rect copies a rectangle between arrays of
// different shape, at an offset of its own in each.
// Observed: every element of the device's array as a region sees it and of the host's array, so
// that an element beside the rectangle that changes is noticed; status zero.
// Mutant: {2, 3} => {3, 2}
// Mutant: {1, 4} => {0, 4}
// Mutant: {0, 1} => {0, 2}

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  int source[4][5];
  int target[4][5];
  int seen[6][8] = {};
  for (int i = 0; i < 20; ++i) {
    source[i / 5][i % 5] = 1000 + i;
    target[i / 5][i % 5] = -i;
  }
  int* memory = static_cast<int*>(omp_target_alloc(sizeof seen, device));
  claim.needs(memory != nullptr, "device memory");
  int on_host = 1;

  #pragma omp target is_device_ptr(memory)
  for (int i = 0; i < 48; ++i) memory[i] = i;
  const unsigned long volume[2] = {2, 3};
  const unsigned long inside[2] = {1, 4};   // of the device's array
  const unsigned long outside[2] = {0, 1};  // of the host's arrays
  const unsigned long wide[2] = {6, 8};
  const unsigned long narrow[2] = {4, 5};
  int status = omp_target_memcpy_rect(memory, source, sizeof(int), 2, volume, inside, outside, wide,
                                      narrow, device, host);
  #pragma omp target is_device_ptr(memory) map(from : seen, on_host)
  {
    for (int i = 0; i < 48; ++i) seen[i / 8][i % 8] = memory[i];
    on_host = omp_is_initial_device();
  }
  const unsigned long zero[2] = {0, 0};
  status |= omp_target_memcpy_rect(target, memory, sizeof(int), 2, volume, outside, zero, narrow,
                                   wide, host, device);
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 8; ++j) {
      const bool moved = i >= 1 && i < 3 && j >= 4 && j < 7;
      claim.equal("on the device", seen[i][j], moved ? 1000 + 5 * (i - 1) + j - 3 : 8 * i + j);
    }
  // The rectangle at the origin holds what the first copy did not touch.
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) {
      const bool moved = i < 2 && j >= 1 && j < 4;
      claim.equal("on the host", target[i][j], moved ? 8 * i + j - 1 : -(5 * i + j));
    }
  return claim.verdict();
}
