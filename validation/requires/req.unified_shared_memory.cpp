// req.unified_shared_memory
// OpenMP 5.0, section 8.2: with unified_shared_memory regions and device functions use memory of
// the host's heap without any map, and follow pointers into it.
// Observed: a region and a device function that it calls read and write an array from the host's
// heap; the host sees the values at once.
// Mutant: #pragma omp requires unified_shared_memory =>

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

int* heap = nullptr;
#pragma omp declare target link(heap)

#pragma omp declare target
int add_to_all(int n) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    sum += heap[i];
    heap[i] += n;
  }
  return sum;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int* const captured = new int[8];
  heap = captured;
  for (int i = 0; i < 8; ++i) heap[i] = i;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(from : sum, on_host) firstprivate(captured)
  {
    on_host = omp_is_initial_device();
    for (int i = 0; i < 8; ++i) captured[i] += 10;
    sum = add_to_all(100);
  }
  claim.ran(on_host);
  claim.equal("sum seen by the function", sum, 108);
  for (int i = 0; i < 8; ++i) claim.equal("element on the host", heap[i], i + 110);
  delete[] captured;
  return claim.verdict();
}
