// target.has_device_addr.array-section
// OpenMP 5.1, section 5.4.9: an array section listed in has_device_addr has an address on the
// device already; the region uses that storage without mapping it.
// Observed: the address in the region is the one that use_device_addr tells on the host; the
// results come back when the outer mapping ends, and the elements beside the section stay.
// Mutant: has_device_addr(array[1 : 4]) => map(to : array[1 : 4])

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int array[6] = {1, 2, 3, 4, 5, 6};
  std::uintptr_t seen = 0;
  std::uintptr_t told = 1;
  int on_host = 1;

  #pragma omp target data map(tofrom : array)
  {
    for (int& element : array) element = -1;

    #pragma omp target data use_device_addr(array)
    {
      told = reinterpret_cast<std::uintptr_t>(&array[1]);

      #pragma omp target has_device_addr(array[1 : 4]) map(from : seen, on_host)
      {
        seen = reinterpret_cast<std::uintptr_t>(&array[1]);
        for (int i = 1; i < 5; ++i) array[i] *= 10;
        on_host = omp_is_initial_device();
      }
    }
  }

  claim.ran(on_host);
  claim.holds("address of the section", seen == told);
  for (int i = 0; i < 6; ++i)
    claim.equal("element behind the mapping", array[i], i > 0 && i < 5 ? 10 * (i + 1) : i + 1);
  return claim.verdict();
}
