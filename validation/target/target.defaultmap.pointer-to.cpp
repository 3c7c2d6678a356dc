// target.defaultmap.pointer-to
// OpenMP 5.0, section 5.8.7: defaultmap(firstprivate: pointer) and defaultmap(to: pointer) hand
// over an unlisted pointer as it is, although its target is present on the device.
// Observed: the pointer's bits in the regions are those of the host's pointer.
// Mutant: defaultmap(firstprivate : pointer) =>
// Mutant: defaultmap(to : pointer) =>

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[4] = {1, 2, 3, 4};
  int* p = a;
  std::uintptr_t private_seen = 1;
  std::uintptr_t mapped_seen = 1;
  int on_host = 1;
  int on_host_too = 1;

  #pragma omp target data map(to : a)
  {
    #pragma omp target defaultmap(firstprivate : pointer) map(from : private_seen, on_host)
    {
      private_seen = reinterpret_cast<std::uintptr_t>(p);
      on_host = omp_is_initial_device();
    }

    #pragma omp target defaultmap(to : pointer) map(from : mapped_seen, on_host_too)
    {
      mapped_seen = reinterpret_cast<std::uintptr_t>(p);
      on_host_too = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.ran(on_host_too);
  claim.equal("pointer that is firstprivate", reinterpret_cast<int*>(private_seen), a);
  claim.equal("pointer that is mapped", reinterpret_cast<int*>(mapped_seen), a);
  return claim.verdict();
}
