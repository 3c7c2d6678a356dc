// rt.target_memcpy_rect_async
// OpenMP 5.1, section 18.8.8: omp_target_memcpy_rect_async copies a rectangle in a task of its
// own, which has ended behind a taskwait.
// Observed: behind the taskwait a region sees the rectangle and the elements around it unchanged;
// status zero.
// Mutant: {2, 3} => {3, 2}
// Mutant: {1, 4} => {0, 4}

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  int source[4][5];
  int seen[6][8] = {};
  for (int i = 0; i < 20; ++i) source[i / 5][i % 5] = 1000 + i;
  int* memory = static_cast<int*>(omp_target_alloc(sizeof seen, device));
  claim.needs(memory != nullptr, "device memory");
  int on_host = 1;

  #pragma omp target is_device_ptr(memory)
  for (int i = 0; i < 48; ++i) memory[i] = i;
  const unsigned long volume[2] = {2, 3};
  const unsigned long to[2] = {1, 4};
  const unsigned long from[2] = {2, 1};
  const unsigned long to_shape[2] = {6, 8};
  const unsigned long from_shape[2] = {4, 5};
  const int status = omp_target_memcpy_rect_async(memory, source, sizeof(int), 2, volume, to, from,
                                                  to_shape, from_shape, device, host, 0, nullptr);
  #pragma omp taskwait
  #pragma omp target is_device_ptr(memory) map(from : seen, on_host)
  {
    for (int i = 0; i < 48; ++i) seen[i / 8][i % 8] = memory[i];
    on_host = omp_is_initial_device();
  }
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 8; ++j) {
      const bool moved = i >= 1 && i < 3 && j >= 4 && j < 7;
      claim.equal("on the device", seen[i][j], moved ? 1000 + 5 * (i + 1) + j - 3 : 8 * i + j);
    }
  return claim.verdict();
}
