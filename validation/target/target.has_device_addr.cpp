// target.has_device_addr
// OpenMP 5.1, section 5.4.9: a variable listed in has_device_addr has an address on the device
// already; the region uses that storage without mapping it.
// Observed: the address in the region is the one that use_device_addr tells on the host; the
// region reads the device's values, not those the host holds meanwhile; its results come back when
// the outer mapping ends.
// Mutant: has_device_addr(array, scalar) =>

#include <cstdint>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int array[4] = {1, 2, 3, 4};
  int scalar = 20;
  std::uintptr_t seen[2] = {};
  std::uintptr_t told[2] = {};
  int on_host = 1;

  #pragma omp target data map(tofrom : array, scalar)
  {
    for (int& element : array) element = -1;
    scalar = -2;

    #pragma omp target data use_device_addr(array, scalar)
    {
      told[0] = reinterpret_cast<std::uintptr_t>(&array);
      told[1] = reinterpret_cast<std::uintptr_t>(&scalar);

      #pragma omp target has_device_addr(array, scalar) map(from : seen, on_host)
      {
        seen[0] = reinterpret_cast<std::uintptr_t>(&array);
        seen[1] = reinterpret_cast<std::uintptr_t>(&scalar);
        for (int i = 0; i < 4; ++i) array[i] += scalar;
        scalar = 21;
        on_host = omp_is_initial_device();
      }
    }
  }

  claim.ran(on_host);
  claim.holds("address of the array", seen[0] == told[0]);
  claim.holds("address of the scalar", seen[1] == told[1]);
  for (int i = 0; i < 4; ++i) claim.equal("element made on the device", array[i], 21 + i);
  claim.equal("scalar made on the device", scalar, 21);
  return claim.verdict();
}
