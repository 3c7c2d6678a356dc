// target.firstprivate.pointer
// OpenMP 4.5, section 5.4.4: a pointer listed as firstprivate keeps its value in the region, also
// where its target is present on the device; only pointers that are not listed are translated.
// Observed: the pointer's bits in the region are those of the host's pointer.
// Mutant: firstprivate(p) =>

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[4] = {1, 2, 3, 4};
  int* p = a + 1;
  std::uintptr_t seen = 1;
  int on_host = 1;

  #pragma omp target data map(to : a)
  {
    #pragma omp target firstprivate(p) map(from : seen, on_host)
    {
      seen = reinterpret_cast<std::uintptr_t>(p);
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("pointer in the region", reinterpret_cast<int*>(seen), a + 1);
  return claim.verdict();
}
