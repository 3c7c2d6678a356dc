// par.loopform.pointer-iterator
// OpenMP 4.5, section 4.4.1: the iteration variable may be a pointer, here one into device
// memory.
// Observed: each element is visited once, the guard elements never.
// Mutant: target teams distribute parallel for => target teams
// Mutant: p < end => p <= end

#include <cstddef>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 301;
  int x[n + 2] = {};
  int on_host = 1;
  const int device =
      omp_get_num_devices() > 0 ? omp_get_default_device() : omp_get_initial_device();
  const std::size_t bytes = sizeof x;
  int* memory = static_cast<int*>(omp_target_alloc(bytes, device));
  claim.needs(memory != nullptr, "device memory");
  omp_target_memcpy(memory, x, bytes, 0, 0, device, omp_get_initial_device());
  int* first = memory + 1;
  int* end = memory + 1 + n;

  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) \
      is_device_ptr(first, end) map(tofrom : on_host)
  for (int* p = first; p < end; ++p) {
    #pragma omp atomic
    ++*p;
    if (p == first) on_host = omp_is_initial_device();
  }

  omp_target_memcpy(x, memory, bytes, 0, 0, omp_get_initial_device(), device);
  omp_target_free(memory, device);
  claim.ran(on_host);
  for (int i = 0; i < n + 2; ++i)
    claim.equal("visits of an element", x[i], i > 0 && i <= n ? 1 : 0);
  return claim.verdict();
}
