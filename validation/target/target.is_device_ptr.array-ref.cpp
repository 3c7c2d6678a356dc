// target.is_device_ptr.array-ref
// OpenMP 4.5, section 5.4.7: is_device_ptr takes a pointer to an array, and a reference to a
// pointer, as well as a plain pointer.
// Observed: what one region stores through the pointer to an array, the next one finds through the
// reference to a pointer.
// Mutant: is_device_ptr(rows) => map(to : rows[0 : 3])
// Mutant: is_device_ptr(first) => map(to : first[0 : 6])

#include "league/claim.hpp"

namespace {

int read(int*& first, int (&seen)[6]) {
  int on_host = 1;

  #pragma omp target is_device_ptr(first) map(from : seen, on_host)
  {
    for (int i = 0; i < 6; ++i) seen[i] = first[i]++;
    on_host = omp_is_initial_device();
  }

  return on_host;
}

}  // namespace

int main() {
  league::Claim claim;
  const int device = omp_get_default_device();
  void* memory = omp_target_alloc(6 * sizeof(int), device);
  int (*rows)[2] = static_cast<int (*)[2]>(memory);
  int* first = static_cast<int*>(memory);
  int seen[6] = {};
  int on_host = 1;
  claim.holds("there is memory", memory != nullptr);
  if (memory == nullptr) return claim.verdict();

  #pragma omp target is_device_ptr(rows) map(from : on_host)
  {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j) rows[i][j] = 10 * i + j;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int pass = 0; pass < 2; ++pass) {
    claim.ran(read(first, seen));
    for (int i = 0; i < 6; ++i)
      claim.equal("element found by the region", seen[i], 10 * (i / 2) + i % 2 + pass);
  }
  omp_target_free(memory, device);
  return claim.verdict();
}
